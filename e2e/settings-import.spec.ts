import { readFileSync } from 'node:fs';
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

test('settings of many nodes are exported, imported with changes, and the import is undone with one click', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/structure/bulk-override');
  await page.getByRole('link', { name: phrase('settings.import.link') }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import settings' })).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'E-basket' }).first().click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Settings-ebasketDisplay.csv');
  const [header, ...csvLines] = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(header).toContain('code,name,ebasketDisplay.displayName');

  const yorkIndex = csvLines.findIndex((line) => line.includes('York Coppergate'));
  const changedLines = csvLines.map((line, index) =>
    index === yorkIndex ? line.replace(/Coppergate,[^,]*/, 'Coppergate,Basket from a file') : line,
  );
  const invalidLine = `NOWHERE-1,Nowhere,Basket${',,'.repeat(1)}`;
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose file' }).click(),
  ]);
  await chooser.setFiles({
    name: 'Baskets.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([header, ...changedLines, invalidLine].join('\r\n')),
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Baskets.csv' })).toBeVisible();
  await expect(page.getByText('Checked, not imported')).toBeVisible();
  await expect(page.getByRole('row', { name: /NOWHERE-1/ })).toContainText(phrase('errors.import.placeUnknown'));
  await page.getByRole('button', { name: 'Change 1 location' }).click();
  await expect(page.getByText('Imported', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Changes/ }).click();
  await expect(page.getByRole('row', { name: /York Coppergate/ })).toContainText('Basket from a file');
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible();
});
