import { useState, type ClipboardEvent, type RefObject } from 'react';
import { useToast } from '#app/components/ui/overlay/toast.tsx';
import type { PasteReport } from '#app/presenters/job-form/paste-into-form.ts';

/** Fields that users paste a command into. */
const watched = new Set(['webhookURL', 'cronExpression']);

/** Cheap and loose pre-check; the parser decides before the dialog opens. */
const maybe = /curl|wget|Invoke-|fetch\s*\(|^\s*(?:@[a-z]+|(?:\S+\s+){5})\S/;

/** The text on one line, as a single-line field holds it. */
function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

interface Offer {
  values: Record<string, string>;
  report: PasteReport;
  /** Puts the text into the field it was pasted into. */
  keep: () => void;
}

/**
 * Handles commands pasted into the URL or the cron expression: offers to fill in the form. The command parser
 * is loaded on first use.
 */
export function usePaste({
  form,
  initial,
  onFill,
}: {
  form: RefObject<HTMLFormElement>;
  initial: PasteReport | null;
  onFill: (filled: Pick<Offer, 'values' | 'report'>) => void;
}) {
  const showToast = useToast();
  const [report, setReport] = useState(initial);
  const [offer, setOffer] = useState<Offer | null>(null);
  const read = async (text: string) => {
    const [{ pasteIntoForm }, { readJobForm }] = await Promise.all([
      import('#app/presenters/job-form/paste-into-form.ts'),
      import('#app/presenters/job-form/read-job-form.ts'),
    ]);
    return pasteIntoForm({ form: readJobForm(new FormData(form.current ?? undefined)), text });
  };
  const fill = ({ values, report: given }: Pick<Offer, 'values' | 'report'>) => {
    setOffer(null);
    setReport(given);
    if (given.reason === null) onFill({ values, report: given });
  };
  const onPaste = (event: ClipboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || !watched.has(target.name)) return;
    const text = event.clipboardData.getData('text/plain');
    if (!maybe.test(text)) return;
    event.preventDefault();
    const keep = () => {
      setOffer(null);
      target.focus();
      target.setRangeText(oneLine(text), target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end');
      target.dispatchEvent(new Event('input', { bubbles: true }));
    };
    void read(text).then((read) => {
      if (read.report.reason === null || read.report.crontab !== null) setOffer({ ...read, keep });
      else if (read.report.isCommand) setReport(read.report);
      else keep();
    }, keep);
  };
  return {
    report,
    offer,
    onPaste,
    fillOffer: () => offer && fill(offer),
    fillText: (text: string) =>
      void read(text).then(fill, () =>
        showToast({
          title: 'Error',
          message: 'Failed to read the command. Please try again.',
          tone: 'error',
        }),
      ),
  };
}
