import { type Page, expect } from '@playwright/test';

export async function moveMouse(page: Page): Promise<void> {
  const position = 200 + Math.floor(Math.random() * 200);
  await page.mouse.move(position, position);
  await page.mouse.move(position + 5, position + 5);
}

/** Advances the clock by `time` (such as `16:00`) into a token refresh, and waits until the new tokens are stored. */
export async function passTimeUntilRenewal(page: Page, time: string) {
  const readSession = () => page.evaluate(() => localStorage.getItem('SESSION'));
  const previous = await readSession();
  const refreshResponse = page
    .context()
    .waitForEvent('response', (response) => response.url().endsWith('/refresh-token'));
  await page.clock.fastForward(time);
  expect((await refreshResponse).status()).toBe(200);
  await expect.poll(readSession).not.toBe(previous);
}
