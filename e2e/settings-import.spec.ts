import { readFileSync } from 'node:fs';
import { expect, test } from './test.ts';

test('settings of many places go out as a file, come in again changed, and one click takes that back', async ({
  enter,
}) => {
  const page = await enter('org.admin', '/structure/bulk-override');
  await page.getByRole('link', { name: 'Settings from a file' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import settings' })).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'E-basket' }).first().click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Settings-ebasketDisplay.csv');
  const [head, ...lines] = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(head).toContain('code,name,ebasketDisplay.displayName');

  const york = lines.findIndex((line) => line.includes('York Coppergate'));
  const changed = lines.map((line, at) =>
    at === york ? line.replace(/Coppergate,[^,]*/, 'Coppergate,Basket from a file') : line,
  );
  const wrong = `NOWHERE-1,Nowhere,Basket${',,'.repeat(1)}`;
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose file' }).click(),
  ]);
  await chooser.setFiles({
    name: 'Baskets.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([head, ...changed, wrong].join('\r\n')),
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Baskets.csv' })).toBeVisible();
  await expect(page.getByText('Checked, not imported')).toBeVisible();
  await expect(page.getByRole('row', { name: /NOWHERE-1/ })).toContainText('There is no such place in your area');
  await page.getByRole('button', { name: 'Change 1 place' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Changes/ }).click();
  await expect(page.getByRole('row', { name: /York Coppergate/ })).toContainText('Basket from a file');
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible();
});
