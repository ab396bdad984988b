import type { Locator } from '@playwright/test';
import { expect, test } from './test.ts';

test('on a phone the scroll-to-top button leaves the save bar and the review of the changes free', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'Configuration' }).click();
  await page.getByRole('button', { name: 'Dates', exact: true }).click();
  await page.getByRole('button', { name: 'Date order: Set here' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Review changes' }).click();
  const boxOf = async (locator: Locator) => (await locator.boundingBox())!;
  const button = page.getByRole('button', { name: 'Go to top' });
  await page.getByRole('combobox', { name: 'Date order' }).hover();
  await page.mouse.wheel(0, 400);
  await expect(button).toBeVisible();
  const review = page.getByRole('button', { name: 'Review changes' });
  await expect
    .poll(async () => {
      const [top, below] = [await boxOf(button), await boxOf(review)];
      return top.y + top.height <= below.y;
    })
    .toBe(true);
  await button.click({ trial: true });
  await page.getByRole('button', { name: 'Save changes' }).click({ trial: true });
});
