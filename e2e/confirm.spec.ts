import { expectAccessible } from './accessibility.ts';
import { expect, test } from './test.ts';

const hostile = '<img src=x onerror=alert(1)><b>Kiosk</b>';

test('a confirmation is a quarter of a wide window, fits a phone, and shows a name that looks like HTML as text', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/structure/create');
  await page.getByRole('combobox', { name: 'Level' }).click();
  await page.getByRole('option', { name: 'Company', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(hostile);
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('HTML-1');
  await page.getByRole('button', { name: 'Create location' }).click();
  await page.getByRole('button', { name: `Actions for ${hostile}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const confirmation = page.getByRole('dialog', { name: `Delete ${hostile}?` });
  await expect(confirmation.getByRole('button', { name: 'No' })).toBeFocused();
  await expect(confirmation.locator('img, script')).toHaveCount(0);
  await expect.poll(async () => (await confirmation.boundingBox())?.width).toBe(1440 / 4);
  await expectAccessible(page, 'a confirmation');
  await confirmation.getByRole('button', { name: 'No', exact: true }).click();
  await expect(confirmation).toHaveCount(0);
  await expect(page.getByRole('treeitem', { name: hostile })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: `Actions for ${hostile}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.poll(async () => (await confirmation.boundingBox())?.width).toBeGreaterThanOrEqual(280);
  const box = (await confirmation.boundingBox())!;
  expect(box.x >= 0 && box.x + box.width <= 390).toBe(true);
  await page.keyboard.press('Escape');
  await expect(confirmation).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('treeitem', { name: hostile })).toBeVisible();
});

test('a confirmation formats its message, No changes nothing, and Yes deletes', async ({ openAs }) => {
  const page = await openAs('org.admin', '/users?search=store.manager%40');
  await page.locator('tbody a').first().click();
  const deleteButton = page.getByRole('button', { name: 'Delete', exact: true });
  await deleteButton.click();
  const confirmation = page.getByRole('dialog', { name: /^Delete .*\?$/ });
  await expect(confirmation.locator('b')).toHaveText('store.manager');
  await confirmation.getByRole('button', { name: 'No', exact: true }).click();
  await expect(confirmation).toHaveCount(0);
  await page.reload();
  await deleteButton.click();
  await confirmation.getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(page.getByText(/ deleted/)).toBeVisible();
});
