import { readFileSync } from 'node:fs';
import { expect, test } from './test.ts';

test('a change is in the audit with its actor, can be found, and can be exported as a file', async ({ openAs }) => {
  const page = await openAs('org.admin', '/structure/hierarchy?search=briggate');
  await page.getByRole('link', { name: 'Leeds Briggate' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Street').fill('1 Briggate');
  await page.getByRole('textbox', { name: 'State or county' }).fill('=HYPERLINK("https://evil.example")');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Leeds Briggate is saved')).toBeVisible();
  await page.getByRole('link', { name: 'View', exact: true }).click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText('Rosalind Achterberg');
  await expect(timeline.getByRole('insertion').filter({ hasText: '1 Briggate' })).toHaveCount(1);

  await timeline.getByRole('link', { name: 'All entries' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page.locator('tbody tr')).toContainText('118 Briggate');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file).toMatch(/^\uFEFFat,action,entity,/);
  expect(file).toContain('node.updated');
  expect(file).toContain('street: 118 Briggate → 1 Briggate');
  expect(file).not.toMatch(/(^|,|")=HYPERLINK/m);

  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await page.getByRole('searchbox').fill('nobody-at-all');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Nodes' }).click();
  await expect(page).toHaveURL(/entity=node/);
  await expect(page.locator('tbody tr')).toHaveCount(1);
});

test('the audit is hidden without the permissions to view users and nodes', async ({ openAs }) => {
  const page = await openAs('store.user', '/audit-trail');
  await expect(page.getByRole('heading', { name: 'You may not open this screen' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Audit' })).toHaveCount(0);
});
