import { useActionData } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useKeptForm } from '#app/components/form/kept-form.ts';
import { JobFormBody } from '#app/components/job/form/job-form-body.tsx';
import type { JobFormProps, Restored } from '#app/components/job/form/use-job-form.ts';
import type { JobFormResult } from '#app/http/forms/job-form-result.ts';
import type { ConflictView } from '#app/presenters/job-form/edit-conflict.server.ts';
import type { JobFormValues } from '#app/presenters/job-form/job-form.ts';
import type { PasteReport } from '#app/presenters/job-form/paste-into-form.ts';
import { openedField, refilled, versionField } from '#app/presenters/job-form/read-job-form.ts';
import { formTokenField } from '#app/protocol/form-token.ts';

interface Filled {
  values: JobFormValues;
  /** Report on a pasted command; null for restored text. */
  report: PasteReport | null;
  formToken: string | undefined;
  /** Version the save is based on; as text, as the form sends it. */
  basedOn: string | undefined;
  /** Version the form was first opened with. */
  openedAt: string | undefined;
  /** Values from before a sign-in, or from a save with a lost response. */
  restored: Restored | null;
  /** The previous response no longer applies to the form. */
  over: JobFormResult | undefined;
  version: number;
}

/** Job form of Create and Edit. Without JavaScript it posts and shows the sent values again. */
export function JobForm(props: JobFormProps) {
  const result = useActionData<JobFormResult>();
  const { filled, fill } = useFilled({ props, result });
  // A revalidation brings a new token and version; the form keeps the ones it was opened with.
  const [opened] = useState({ formToken: props.formToken, basedOn: textOf(props.version) });
  const conflict = useConflict(result);
  const EditConflict = props.editParts?.EditConflict;
  const latest = useRef(fill);
  latest.current = fill;
  useEffect(() => {
    if (!conflict) return;
    latest.current({ values: conflict.values, report: null, basedOn: String(conflict.version) });
  }, [conflict]);
  const stored =
    result?.paste?.stored !== undefined || result?.paste?.refused !== undefined ? result : undefined;
  useEffect(() => {
    const values = stored?.result?.initialValue;
    if (values && stored.paste)
      latest.current({ values: values as Record<string, string>, report: stored.paste });
  }, [stored]);
  const isOver = result === filled?.over;
  const sentBack = (name: string) => {
    const value = isOver ? undefined : result?.result?.initialValue?.[name];
    return typeof value === 'string' ? value : undefined;
  };
  // A filled-in form is remounted with those values.
  return (
    <>
      {conflict && EditConflict ? (
        <EditConflict
          key={conflict.version}
          conflict={conflict}
          onChoose={(chosen) =>
            void readTyped().then((typed) => fill({ values: { ...typed, ...chosen }, report: null }))
          }
        />
      ) : null}
      <JobFormBody
        key={filled?.version ?? 0}
        {...props}
        values={filled?.values ?? props.values}
        result={isOver ? undefined : result}
        filledFrom={filled?.report ?? null}
        formToken={filled?.formToken ?? opened.formToken}
        basedOn={sentBack(versionField) ?? filled?.basedOn ?? opened.basedOn}
        openedAt={sentBack(openedField) ?? filled?.openedAt ?? opened.basedOn}
        isFilled={filled !== null}
        restored={filled?.restored ?? null}
        onFill={fill}
      />
    </>
  );
}

type Fill = Pick<Filled, 'report'> &
  Partial<Pick<Filled, 'restored' | 'formToken' | 'basedOn' | 'openedAt'>> & {
    values: Record<string, string>;
  };

/** Values the form was filled in with since the page load, and a function to fill it in. */
function useFilled({ props, result }: { props: JobFormProps; result: JobFormResult | undefined }) {
  const [filled, setFilled] = useState<Filled | null>(null);
  const fill = ({ values, ...rest }: Fill) =>
    setFilled((before) => ({
      formToken: before?.formToken,
      basedOn: before?.basedOn,
      openedAt: before?.openedAt,
      restored: null,
      ...rest,
      values: refilled({ opened: props.values, typed: values }),
      over: result,
      version: (before?.version ?? 0) + 1,
    }));
  useKeptForm(({ fields, isUnconfirmed }) => {
    const formToken = fields.get(formTokenField);
    const basedOn = fields.get(versionField);
    const openedAt = fields.get(openedField);
    void import('#app/presenters/job-form/read-job-form.ts').then(({ readJobForm }) =>
      fill({
        values: Object.fromEntries(readJobForm(fields)) as Record<string, string>,
        report: null,
        restored: isUnconfirmed ? 'unconfirmed' : 'signed-in-again',
        ...(typeof formToken === 'string' && { formToken }),
        ...(typeof basedOn === 'string' && { basedOn }),
        ...(typeof openedAt === 'string' && { openedAt }),
      }),
    );
  });
  return { filled, fill };
}

const textOf = (version: number | undefined) => (version === undefined ? undefined : String(version));

/** The last conflict found by the server; stays until the form is saved. */
function useConflict(result: JobFormResult | undefined): ConflictView | null {
  const [kept, setKept] = useState<ConflictView | null>(null);
  const found = result?.conflict ?? null;
  if (found !== null && found !== kept) setKept(found);
  return found ?? kept;
}

/** Current values of the form. */
async function readTyped(): Promise<Record<string, string>> {
  const form = document.querySelector<HTMLFormElement>('form#job');
  const { readJobForm } = await import('#app/presenters/job-form/read-job-form.ts');
  const fields = readJobForm(new FormData(form ?? undefined));
  return Object.fromEntries(fields) as Record<string, string>;
}
