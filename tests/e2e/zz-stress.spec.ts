import { expect, test } from './fixtures.ts';
import { untilHydrated } from './job-steps.ts';

for (const [what, path] of [['kit', '/dev/kit'], ['dash', '/dashboard']] as const) {
  for (let n = 0; n < 12; n += 1) {
    test(`${what} ${n}`, async ({ page }) => {
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 + n * 2 });
      await page.goto(path);
      await untilHydrated(page);
      if (what === 'kit') {
        const button = page.getByRole('button', { name: 'Show Toast' });
        for (let i = 0; i < 7; i += 1) await button.click();
        await page.mouse.move(5, 400);
        await page.waitForTimeout(7000);
      } else {
        await page.keyboard.press('/');
        await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
        await page.waitForTimeout(1000);
      }
    });
  }
}
