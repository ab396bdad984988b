import { type Page, expect } from '@playwright/test';

/** Moves the mouse a little, as somebody does who is there. */
export async function stir(page: Page): Promise<void> {
  const place = 200 + Math.floor(Math.random() * 200);
  await page.mouse.move(place, place);
  await page.mouse.move(place + 5, place + 5);
}

/** Lets so much time pass that the session is renewed, and the page has what it got. */
export async function stayOn(page: Page, time: string) {
  const session = () => page.evaluate(() => localStorage.getItem('SESSION'));
  const spent = await session();
  const renewed = page.context().waitForEvent('response', (answer) => answer.url().endsWith('/refresh-token'));
  await page.clock.fastForward(time);
  expect((await renewed).status()).toBe(200);
  await expect.poll(session).not.toBe(spent);
}
