import type { FieldMetadata } from '@conform-to/react';
import { useEffect, useRef, useState } from 'react';
import { hasChanged } from '#app/components/form/has-changed.ts';
import type { Interval } from '#app/presenters/job-form/interval.ts';

export interface CronValues {
  minute: string;
  hour: string;
  dayOfMonth: string;
  month: string;
  dayOfWeek: string;
}

type Names = keyof CronValues | 'mode' | 'timeInterval' | 'cronExpression';
export type ScheduleFieldset = Record<Names, FieldMetadata<string>>;

const partNames = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const;

/**
 * Modes of one schedule. On first use, a mode takes over the schedule of the previous mode; typed text stays
 * in its mode, whatever the others contain (D25).
 */
export function useScheduleModes({
  fields,
  intervals,
}: {
  fields: ScheduleFieldset;
  intervals: readonly Interval[];
}) {
  const initial = (name: Names) => fields[name].initialValue ?? '';
  const [mode, setMode] = useState(initial('mode') || 'every');
  const [interval, setInterval] = useState(initial('timeInterval'));
  const [expression, setExpression] = useState(initial('cronExpression'));
  const [parts, setParts] = useState<CronValues>({
    minute: initial('minute'),
    hour: initial('hour'),
    dayOfMonth: initial('dayOfMonth'),
    month: initial('month'),
    dayOfWeek: initial('dayOfWeek'),
  });
  const typed = useRef(new Set<string>());
  const touch = (panel: string) => void typed.current.add(panel);

  const said = () => {
    if (mode === 'every') return intervals.find(({ value }) => String(value) === interval)?.cron ?? null;
    if (mode === 'cron') return expression.trim();
    return mode === 'none' ? null : partNames.map((name) => parts[name].trim() || '*').join(' ');
  };
  const choose = (next: string) => {
    const cron = said();
    setMode(next);
    if (cron === null || typed.current.has(panelOf(next))) return;
    if (next === 'cron') setExpression(cron);
    if (panelOf(next) === 'parts') setParts((before) => partsOf(cron) ?? before);
    const preset = intervals.find((one) => one.cron === cron);
    if (next === 'every' && preset) setInterval(String(preset.value));
  };
  const pickInterval = (value: string) => {
    touch('every');
    setInterval(value);
  };
  const typeExpression = (text: string) => {
    touch('cron');
    setExpression(text);
  };
  const typePart = (name: keyof CronValues, text: string) => {
    touch('parts');
    setParts((before) => ({ ...before, [name]: text }));
  };
  const fieldset = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // Before hydration, the user may have chosen already.
    for (const field of fieldset.current?.elements ?? []) {
      if (!hasChanged(field)) continue;
      const { name, value } = field;
      if (name === 'mode') setMode(value);
      else if (name === 'timeInterval') pickInterval(value);
      else if (name === 'cronExpression') typeExpression(value);
      else if (name in parts) typePart(name as keyof CronValues, value);
    }
    // Once: later changes are events.
  }, []);
  return { fieldset, mode, choose, interval, pickInterval, expression, typeExpression, parts, typePart };
}

/** Builder and Advanced are two views of the same five fields. */
function panelOf(mode: string): string {
  return mode === 'builder' || mode === 'manual' ? 'parts' : mode;
}

function partsOf(cron: string): CronValues | null {
  const found = cron.split(/\s+/);
  const [minute = '*', hour = '*', dayOfMonth = '*', month = '*', dayOfWeek = '*'] = found;
  return found.length === 5 ? { minute, hour, dayOfMonth, month, dayOfWeek } : null;
}
