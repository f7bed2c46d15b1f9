import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, type FormEvent, type RefObject } from 'react';
import type { SchedulePreview } from '#app/presenters/schedule-preview.ts';

const typingMs = 300;
/** Only these leave the form: neither URL nor headers nor payload. */
const sent = [
  'mode',
  'timeInterval',
  'cronExpression',
  'minute',
  'hour',
  'dayOfMonth',
  'month',
  'dayOfWeek',
  'timezone',
];

/** What the schedule in the form means, asked again while it is typed. */
export function useSchedulePreview({
  form,
  initial,
}: {
  form: RefObject<HTMLFormElement>;
  initial: SchedulePreview;
}) {
  const fetcher = useFetcher<SchedulePreview>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = () => {
    if (!form.current) return;
    const data = new FormData(form.current);
    const query = new URLSearchParams();
    for (const name of sent) {
      const value = data.get(name);
      if (typeof value === 'string') query.set(name, value);
    }
    fetcher.load(`/dashboard/jobs/preview?${query.toString()}`);
  };
  const onChange = ({ target }: FormEvent<HTMLFormElement>) => {
    if (
      !(target instanceof HTMLInputElement || target instanceof HTMLSelectElement) ||
      !sent.includes(target.name)
    )
      return;
    clearTimeout(timer.current);
    timer.current = setTimeout(ask, typingMs);
  };
  return { preview: fetcher.data ?? initial, onChange };
}
