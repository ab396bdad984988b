import { expectAccessible } from './accessibility.ts';
import { expect, test } from './test.ts';

const hostile = '<img src=x onerror=alert(1)><b>Kiosk</b>';

test('a question is a quarter of a wide window, fits a phone, and shows a name that looks like HTML as text', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/structure/create');
  await page.getByRole('combobox', { name: 'Level' }).click();
  await page.getByRole('option', { name: 'Company', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(hostile);
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('HTML-1');
  await page.getByRole('button', { name: 'Create node' }).click();
  await page.getByRole('button', { name: `Actions for ${hostile}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: `Delete ${hostile}?` });
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused();
  await expect(question.locator('img, script')).toHaveCount(0);
  await expect.poll(async () => (await question.boundingBox())?.width).toBe(1440 / 4);
  await expectAccessible(page, 'a question');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => (await question.boundingBox())?.width).toBeGreaterThanOrEqual(280);
  const box = (await question.boundingBox())!;
  expect(box.x >= 0 && box.x + box.width <= 390).toBe(true);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('treeitem', { name: hostile })).toBeVisible();
});
