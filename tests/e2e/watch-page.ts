import type { Page } from '@playwright/test';

/**
 * Watches for page errors: console errors, violations of the security policy, exceptions, and hydration differences.
 * @param allowed errors the test provokes
 */
export function watchPage({ page, allowed }: { page: Page; allowed: RegExp[] }): string[] {
  const errors: string[] = [];
  const record = (error: string) => {
    if (!allowed.some((pattern) => pattern.test(error))) errors.push(error);
  };
  page.on('pageerror', (error) => record(`thrown: ${error.message}`));
  page.on('console', (message) => {
    const hasError =
      message.type() === 'error' || /hydrat|did not match|Content Security Policy/i.test(message.text());
    if (hasError && !isOvertaken(message.text()))
      record(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  return errors;
}

/**
 * Reports whether a load of data was overtaken by a further navigation while its answer was read. The router of Remix
 * aborts it and drops its error, but @remix-run/react 2.17 has written it down before that: `fetchAndDecode` of its
 * single-fetch.js hands whatever ends the reading to console.error. An abort of our own would be thrown.
 */
function isOvertaken(text: string): boolean {
  return text.includes('AbortError: signal is aborted without reason');
}
