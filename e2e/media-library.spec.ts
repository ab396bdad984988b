import { expectAccessible } from './accessibility.ts';
import { bitmap } from './bitmap.ts';
import { expect, test } from './test.ts';

test('a file once uploaded is found in the media library, chosen again for a product, and kept as long as it is used', async ({
  openAs,
}) => {
  const name = `Library ${String(Date.now())}.bmp`;
  const page = await openAs('org.admin', '/media');
  await expect(page.getByRole('heading', { name: 'Media Library' })).toBeVisible();
  await page
    .getByRole('main')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'image/bmp', buffer: bitmap(600, 800) });
  await expect(page.getByText('File Uploaded Successfully').first()).toBeVisible();
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('Not used');
  await expectAccessible(page, 'the media library');

  await page.goto(new URL('/product/create', page.url()).href);
  await page.getByRole('textbox', { name: 'SKU' }).fill(`LIB-${String(Date.now())}`);
  await page.getByRole('textbox', { name: 'Text 1' }).fill('Library product');
  const field = page.getByRole('group', { name: 'Image 1', exact: true });
  await field.getByRole('button', { name: /Choose from library/ }).click();
  const dialog = page.getByRole('dialog', { name: /Media Library/ });
  await dialog.getByRole('searchbox').fill(name);
  await expectAccessible(page, 'the choice from the media library');
  await dialog.getByRole('button', { name: new RegExp(name) }).click();
  await expect(field.locator('img')).toHaveAttribute('src', /^\/files\/[^?]+\.webp$/);
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page).toHaveURL(/\/product\/[0-9a-f-]{36}\//);

  await page.goto(new URL(`/media?search=${encodeURIComponent(name)}`, page.url()).href);
  await expect(row).toContainText('In use');
  await row.getByRole('button', { name: `Actions for ${name}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await expect(page.getByRole('dialog', { name })).toContainText('Product');
});
