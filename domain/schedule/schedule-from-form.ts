import { presets } from './presets.ts';

export interface ScheduleFormFields {
  mode?: string | undefined;
  timeInterval?: string | undefined;
  cronExpression?: string | null | undefined;
  minute?: string | undefined;
  hour?: string | undefined;
  dayOfMonth?: string | undefined;
  month?: string | undefined;
  dayOfWeek?: string | undefined;
}

/**
 * The cron expression the visible part of the form says (D25); null for a job without schedule. Fields of the other
 * modes keep their text and say nothing. An empty one of the five fields is `*`.
 */
export function scheduleFromForm(fields: ScheduleFormFields): string | null {
  switch (fields.mode) {
    case 'none':
      return null;
    case 'every':
      return presets.find((preset) => String(preset.value) === fields.timeInterval)?.cron ?? '';
    case 'manual':
    case 'builder': {
      const { minute, hour, dayOfMonth, month, dayOfWeek } = fields;
      // Spaces inside a field would shift the ones after it: they are taken out.
      return [minute, hour, dayOfMonth, month, dayOfWeek]
        .map((text) => text?.replace(/\s+/g, '') || '*')
        .join(' ');
    }
    default:
      return fields.cronExpression ?? '';
  }
}

/** The requested expression; null is manual only. The API sends it alone, the form by its mode. */
export function cronOf(fields: ScheduleFormFields): string | null {
  if (fields.mode === undefined) return fields.cronExpression === undefined ? '' : fields.cronExpression;
  return scheduleFromForm(fields);
}
