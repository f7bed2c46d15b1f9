import type { FlashToast } from '#app/components/ui/toast-list.ts';

type LostActs = typeof import('./lost-act.ts');
type FailureWords = typeof import('./failure-words.ts');

const plainToast: FlashToast = {
  title: 'Error',
  message: 'That did not work. Please try again.',
  tone: 'error',
};

/** What only a lost response needs: fetched a while after the page, as it can no longer be fetched when it is needed. */
export function loadLostParts(): Promise<
  (Pick<LostActs, 'afterLostAct'> & Pick<FailureWords, 'loadFailure'>) | null
> {
  return Promise.all([import('./lost-act.ts'), import('./failure-words.ts')]).then(
    ([{ afterLostAct }, { loadFailure }]) => ({ afterLostAct, loadFailure }),
    () => null,
  );
}

/** The toast for a page, a filter or a further part of a list that did not load. */
export async function loadFailureToast(pages: { from: URL; to: URL }): Promise<FlashToast> {
  return (await loadLostParts())?.loadFailure(pages) ?? plainToast;
}
