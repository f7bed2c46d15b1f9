import { apiStatus, type Outcome } from '#domain/outcome.ts';

/** Reports whether an outcome goes from good to bad or back for operators; a fire that did not run never does. */
export function isChange(shown: Outcome | null, outcome: Outcome): boolean {
  const status = apiStatus(outcome);
  if (status === 'not_run') return false;
  return shown === null || apiStatus(shown) !== status;
}
