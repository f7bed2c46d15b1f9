import { useEffect, useState, type RefObject } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { Spinner } from '#app/components/ui/icon.tsx';
import { useToast } from '#app/components/ui/overlay/toast.tsx';

const pollMs = 2_000;
const mostPolls = 15;
/** The save may still be in flight: believes "not saved" only after this many times. */
const mostNos = 4;
const failure = 'Failed to update job. Please try again.';

/**
 * Handles a save without a response within 10 seconds (D5): keeps the typed text and asks the server whether
 * it was saved. Ends as saved, or as an error with the form still filled in.
 * @param result a new one restarts the check
 */
export default function UnconfirmedSave({
  form,
  jobId,
  result,
  onSaved,
}: {
  form: RefObject<HTMLFormElement>;
  jobId: number;
  result: unknown;
  onSaved: () => void;
}) {
  const [isFailed, setFailed] = useState(false);
  const showToast = useToast();
  useEffect(() => {
    const asking = new AbortController();
    setFailed(false);
    void askUntilKnown({ form, jobId, signal: asking.signal }).then((isSaved) => {
      if (asking.signal.aborted) return;
      if (isSaved) {
        onSaved();
        // A full page load, so that the toast the server left appears once.
        window.location.assign(`/dashboard/jobs/${jobId}`);
      } else {
        setFailed(true);
        showToast({ title: 'Error', message: failure, tone: 'error' });
      }
    });
    return () => asking.abort();
  }, [result, form, jobId, onSaved, showToast]);
  return isFailed ? (
    <Banner tone="danger" className="mb-4">
      {failure} What you typed is still here.
    </Banner>
  ) : (
    <Banner tone="warning" className="mb-4" action={<Spinner className="mr-2" />}>
      <b>Not confirmed yet.</b> The server has not responded. What you typed is kept while we check whether it
      was saved.
    </Banner>
  );
}

async function askUntilKnown({
  form,
  jobId,
  signal,
}: {
  form: RefObject<HTMLFormElement>;
  jobId: number;
  signal: AbortSignal;
}): Promise<boolean> {
  const body = new FormData(form.current ?? undefined);
  for (let poll = 0, nos = 0; poll < mostPolls && nos < mostNos && !signal.aborted; poll += 1) {
    const isSaved = await ask({ jobId, body, signal });
    if (isSaved) return true;
    if (isSaved === false) nos += 1;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  return false;
}

/** Null if the server does not say. */
async function ask({ jobId, body, signal }: { jobId: number; body: FormData; signal: AbortSignal }) {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(5_000)]);
    const result = await fetch(`/dashboard/jobs/${jobId}/saved`, { method: 'POST', body, signal: within });
    const { isSaved } = (await result.json()) as { isSaved?: boolean };
    return isSaved ?? null;
  } catch {
    return null;
  }
}
