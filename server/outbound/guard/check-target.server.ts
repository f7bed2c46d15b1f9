import { AppError } from '#domain/errors.ts';
import { evaluateTarget } from './evaluate-target.server.ts';
import { targetRules } from './target-rules.server.ts';

/**
 * Checks a target on save, with the guard of the calls: the form of the URL, our own hosts and written addresses. Names
 * are resolved at each call (D14).
 * @param field of the error
 * @throws AppError validation_error; its cause has the reason, for the security log only
 */
export function checkTarget({
  url,
  field = 'webhookURL',
}: {
  url: string;
  field?: 'webhookURL' | 'auth';
}): void {
  // An email address is no target of this client; the schema judges its form.
  if (/^mailto:/i.test(url)) return;
  const evaluated = evaluateTarget({ url, rules: targetRules() });
  if ('target' in evaluated) return;
  throw new AppError('validation_error', {
    message: evaluated.message,
    details: { [field]: field === 'auth' ? `Token URL: ${evaluated.message}` : evaluated.message },
    cause: evaluated.reason,
  });
}
