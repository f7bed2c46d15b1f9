import type { Page } from '@playwright/test';

/**
 * Notes what a page must not do: write an error to the console, break its own security policy, throw,
 * or differ from what the server rendered.
 * @param allowed faults that the test brings about on purpose
 */
export function watchPage({ page, allowed }: { page: Page; allowed: RegExp[] }): string[] {
  const errors: string[] = [];
  const notification = (error: string) => {
    if (!allowed.some((pattern) => pattern.test(error))) errors.push(error);
  };
  page.on('pageerror', (error) => notification(`thrown: ${error.message}`));
  page.on('console', (message) => {
    const hasError =
      message.type() === 'error' || /hydrat|did not match|Content Security Policy/i.test(message.text());
    if (hasError && !isOvertaken(message.text()))
      notification(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  return errors;
}

/**
 * Whether a load of data was overtaken by a further navigation while its answer was read. The router of Remix aborts
 * it and drops its error, but @remix-run/react 2.17 has written it down before that: `fetchAndDecode` of its
 * single-fetch.js hands whatever ends the reading to console.error. An abort of our own would be thrown.
 */
function isOvertaken(text: string): boolean {
  return text.includes('AbortError: signal is aborted without reason');
}
