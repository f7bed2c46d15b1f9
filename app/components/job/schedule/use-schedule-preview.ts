import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { hasChanged } from '#app/components/form/has-changed.ts';
import { learnZones } from '#app/format/zone-spans.ts';
import type { SchedulePreview } from '#app/presenters/job-form/schedule-preview.ts';

const typingMs = 300;
/** Only these are sent: neither URL nor headers nor payload. */
const sent = [
  'mode',
  'timeInterval',
  'cronExpression',
  'minute',
  'hour',
  'dayOfMonth',
  'month',
  'dayOfWeek',
  'builderMinute',
  'builderHour',
  'builderDayOfMonth',
  'builderMonth',
  'builderWeekday',
  'timezone',
];

/** Preview of the form's schedule, updated while typing. */
export function useSchedulePreview({
  form,
  initial,
  isFilled,
  responded,
}: {
  form: RefObject<HTMLFormElement>;
  initial: SchedulePreview;
  /** The form starts with other values than those of the page. */
  isFilled: boolean;
  /** Preview in the response to a submission. A reload of the page keeps the current preview, as it keeps the form. */
  responded: SchedulePreview | null;
}) {
  const [preview, setPreview] = useState(responded ?? initial);
  learnZones(preview.zoneSpans);
  useEffect(() => {
    if (responded) setPreview(responded);
  }, [responded]);
  const pending = useRef<{ timer?: ReturnType<typeof setTimeout>; request?: AbortController }>({});
  const cancel = () => {
    clearTimeout(pending.current.timer);
    pending.current.request?.abort();
  };
  useEffect(() => cancel, []);

  const ask = async () => {
    if (!form.current) return;
    const request = new AbortController();
    pending.current.request = request;
    const next = await askPreview({ form: new FormData(form.current), signal: request.signal });
    if (next && !request.signal.aborted) setPreview(next);
  };
  useEffect(() => {
    const isChanged = [...(form.current?.elements ?? [])].some(
      (field) => hasChanged(field) && sent.includes(field.name),
    );
    if (isFilled || isChanged) void ask();
    // Only once: later typing requests another preview.
  }, []);
  const onChange = ({ target }: FormEvent<HTMLFormElement>) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (!isField || !sent.includes(target.name)) return;
    cancel();
    pending.current.timer = setTimeout(() => void ask(), typingMs);
  };
  return { preview, onChange };
}

/** Null without a response: the current preview stays. Saving does not depend on it. */
async function askPreview({
  form,
  signal,
}: {
  form: FormData;
  signal: AbortSignal;
}): Promise<SchedulePreview | null> {
  const query = new URLSearchParams();
  for (const name of sent) {
    for (const value of form.getAll(name)) if (typeof value === 'string') query.append(name, value);
  }
  try {
    const result = await fetch(`/dashboard/jobs/preview?${query.toString()}`, { signal });
    return result.ok ? ((await result.json()) as SchedulePreview) : null;
  } catch {
    return null;
  }
}
