import { apiStatus, type Outcome } from '#domain/outcome.ts';

/** Reports whether an outcome changes what operators see: from good to bad or back; a fire that did not run does not. */
export function isChange(shown: Outcome | null, outcome: Outcome): boolean {
  const status = apiStatus(outcome);
  if (status === 'not_run') return false;
  return shown === null || apiStatus(shown) !== status;
}
