import { existsSync } from 'node:fs';
import { longStep } from '#dev/setup/long-step.mjs';
import { onPath } from './on-path.ts';

/** The headless variant, Playwright's own default: tests take a quarter less time with it. */
const withoutWindow = 'chromium-headless-shell';
const programs = [withoutWindow, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The browser of the tests: PUNCTUAL_BROWSER, one on PATH, else Playwright's own, else Debian's.
 * @returns its path; empty for Playwright's own
 * @throws Error with the program to install
 */
export async function findBrowser(): Promise<string> {
  const found = process.env.PUNCTUAL_BROWSER ?? onPath(programs) ?? (await playwrights());
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const aptGet = (title: string, args: string[]) => longStep({ title, command: 'apt-get', args });
    await aptGet('Reading the package lists', ['update']);
    await aptGet('Installing Chromium', ['install', '-y', '--no-install-recommends', withoutWindow]);
    const installed = onPath(programs);
    if (installed) return installed;
  }
  throw new Error('There is no browser: install Chromium or Chrome, or name one in PUNCTUAL_BROWSER.');
}

/** Playwright's own Chromium: there already, or downloaded now. */
async function playwrights(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return '';
  try {
    const args = ['node_modules/@playwright/test/cli.js', 'install', 'chromium'];
    await longStep({ title: 'Downloading Chromium', command: process.execPath, args });
    return '';
  } catch {
    return undefined;
  }
}
