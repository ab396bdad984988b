import { readFileSync } from 'node:fs';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

test('a change is in the audit with its actor, can be found, and can be exported as a file', async ({ openAs }) => {
  const page = await openAs('org.admin', '/structure/hierarchy?search=briggate');
  await page.getByRole('link', { name: 'Leeds Briggate' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Street').fill('1 Briggate');
  await page.getByRole('textbox', { name: 'State or county' }).fill('=HYPERLINK("https://evil.example")');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Leeds Briggate saved')).toBeVisible();
  await page.getByRole('link', { name: 'View', exact: true }).click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText('Rosalind Achterberg');
  await expect(timeline.getByRole('insertion').filter({ hasText: '1 Briggate' })).toHaveCount(1);

  await timeline.getByRole('link', { name: 'All entries' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page.locator('tbody tr')).toContainText('118 Briggate');

  const row = page.getByRole('button', { name: /Changed, Leeds Briggate/ });
  await row.focus();
  await page.keyboard.press('ArrowRight');
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('row', { name: /^Street/ })).toContainText('118 Briggate');
  await page.keyboard.press('ArrowLeft');

  const exported = async (format: RegExp) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: format }).click();
    return readFileSync(await (await download).path(), 'utf8');
  };
  const file = await exported(/^CSV/);
  expect(file).toMatch(/^\uFEFFat,action,entity,/);
  expect(file).toContain('node.updated');
  expect(file).toContain('street: 118 Briggate');
  expect(file).toContain('street: 1 Briggate');
  expect(file).not.toMatch(/(^|,|")=HYPERLINK/m);
  await expect(page.getByText('1 entry is in the file')).toBeVisible();
  expect(await exported(/^JSON/)).toContain('{"type":"end","entries":1}');

  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await page.getByRole('searchbox').fill('nobody-at-all');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Locations' }).click();
  await expect(page).toHaveURL(/entity=node/);
  // the change and the two exports
  await expect(page.locator('tbody tr')).toHaveCount(3);
  await page.getByRole('tab', { name: 'Exports' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(2);
  await expect(page.locator('tbody tr').first()).toContainText('Exported');
  await page.getByRole('tab', { name: 'Sign-ins' }).click();
  await expect(page).toHaveURL(/preset=signIns/);
});

test('the audit says up to which entry its chain was verified, and tells a fault', async ({ openAs, product }) => {
  const page = await openAs('org.admin', '/audit-trail');
  const status = page.getByLabel('Hash chain');
  await expect(status).toContainText(/Verified up to entry|Not verified yet/);
  await product.executeSql(
    `insert into audit_status (org_id, verified_position, verified_date, faults, first_fault)
     select n.id, 12345, clock(), 1, 12000 from nodes n where n.parent_id is null
     on conflict (org_id) do update set faults = 1, first_fault = 12000 where $1 = $1`,
    [''],
  );
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Audit chain broken at entry 12,000');
});

test('an interrupted export says so and saves no file', async ({ openAs }) => {
  const page = await openAs('org.admin', '/audit-trail');
  await page.route('**/audit/export**', (route) =>
    route.fulfill({ status: 200, contentType: 'text/csv; charset=utf-8', body: 'at,action\r\n2026,node.updated\r\n' }),
  );
  let downloads = 0;
  page.on('download', () => (downloads += 1));
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  await expect(page.getByText(containing('audit.export.incomplete'))).toBeVisible();
  expect(downloads).toBe(0);
});

test('the audit is hidden without the permissions to view users and nodes', async ({ openAs }) => {
  const page = await openAs('store.user', '/audit-trail');
  await expect(page.getByRole('heading', { name: phrase('app.denied.title') })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Audit' })).toHaveCount(0);
});
