import type { Page } from '@playwright/test';

/**
 * Notes what a page must not do: write an error to the console, break its own security policy, throw,
 * or differ from what the server rendered.
 * @param allowed faults that the test brings about on purpose
 */
export function watchPage({ page, allowed }: { page: Page; allowed: RegExp[] }): string[] {
  const faults: string[] = [];
  const note = (fault: string) => {
    // Remix writes down each load of data that a further navigation overtakes.
    if (fault.includes('AbortError: signal is aborted without reason')) return;
    if (!allowed.some((pattern) => pattern.test(fault))) faults.push(fault);
  };
  page.on('pageerror', (error) => note(`thrown: ${error.message}`));
  page.on('console', (message) => {
    const isFault =
      message.type() === 'error' || /hydrat|did not match|Content Security Policy/i.test(message.text());
    if (isFault) note(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  return faults;
}
