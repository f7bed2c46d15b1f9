import { ClipboardPaste } from 'lucide-react';
import { ImportLines } from '#app/components/job/paste/import-lines.tsx';
import { SecretOffers } from '#app/components/job/paste/secret-offers.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button } from '#app/components/ui/input/button.tsx';
import { Textarea } from '#app/components/ui/input/textarea.tsx';
import { Disclosure } from '#app/components/ui/overlay/disclosure.tsx';
import type { PasteReport } from '#app/presenters/job-form/paste-into-form.ts';

interface PastePanelProps {
  report: PasteReport | null;
  /** Fills in the form at once; without JavaScript the button posts the form. */
  onFill: (text: string) => void;
}

/** Fills the form from a pasted command and reports the imported and omitted parts with reasons. */
export function PastePanel({ report, onFill }: PastePanelProps) {
  return (
    <div className="-mt-3 mb-4 grid gap-3 sm:-mt-4 sm:mb-5">
      <Disclosure
        open={report !== null && report.reason !== null}
        summary={
          <span className="font-normal text-muted">
            Have a command?{' '}
            <span className="text-brand underline underline-offset-3">
              Paste cURL, fetch or a crontab line
            </span>{' '}
            and the form is filled in.
          </span>
        }
        className="[&>summary]:text-sm [&>summary]:hover:no-underline"
      >
        <div className="mt-3 grid max-w-form gap-2">
          <label htmlFor="job-command" className="sr-only">
            Command
          </label>
          <Textarea
            id="job-command"
            name="command"
            form="job"
            isMono
            rows={4}
            placeholder={`curl -X POST https://api.example.com/run -H 'content-type: application/json' -d '{"a": 1}'`}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button
              type="submit"
              form="job"
              name="intent"
              value="fill"
              formNoValidate
              icon={ClipboardPaste}
              onClick={(event) => {
                event.preventDefault();
                const area = document.querySelector<HTMLTextAreaElement>('#job-command');
                onFill(area?.value ?? '');
              }}
            >
              Fill In the Form
            </Button>
            <p className="text-xs text-muted">
              Nothing is saved by this. Several crontab lines go to the preview of Import.
            </p>
          </div>
        </div>
      </Disclosure>
      <PasteWords report={report} />
    </div>
  );
}

/** Result of a pasted command. */
export function PasteWords({ report }: { report: PasteReport | null }) {
  if (report === null) return null;
  const { reason, taken, left, crontab, secrets = [], stored, refused } = report;
  if (reason !== null) {
    return (
      <Banner
        tone={crontab === null ? 'warning' : 'info'}
        action={crontab === null ? undefined : <ImportLines crontab={crontab} />}
      >
        {reason}
      </Banner>
    );
  }
  return (
    <Banner tone="info" className="mb-4">
      {stored === undefined ? null : (
        <p role="status">
          Stored as a secret: the form has <code>{`{{secret.${stored}}}`}</code> in its place.
        </p>
      )}
      {taken.length > 0 ? (
        <p>
          <b>Imported:</b> {taken.join(', ')}.
        </p>
      ) : null}
      {left.length > 0 ? <LeftList left={left} /> : null}
      {secrets.length > 0 ? <SecretOffers offers={secrets} refused={refused} /> : null}
    </Banner>
  );
}

/** Omitted parts with reasons. */
export function LeftList({ left }: { left: PasteReport['left'] }) {
  return (
    <>
      <p className="mt-1">
        <b>Left out:</b>
      </p>
      <ul className="grid gap-1">
        {left.map(({ what, why }) => (
          <li key={`${what} ${why}`} className="wrap-anywhere">
            <code>{what}</code> {why}
          </li>
        ))}
      </ul>
    </>
  );
}
