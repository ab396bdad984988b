import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { clientOf, findNode, setFields } from './api-client.ts';
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const line = (page: Page, setting: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: setting });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('two stores are compared, and values and rows of one are copied to the other', async ({
  openAs,
  page,
  product,
  tokensFor,
}) => {
  const request = clientOf(product, await tokensFor('org.admin'));
  const [leeds, manchester, company] = [
    await findNode(request, 'UK-101'),
    await findNode(request, 'UK-102'),
    await findNode(request, 'UK'),
  ];
  const rowId = crypto.randomUUID();
  await setFields(request, leeds, 'nodeConfig', { autoLogoutDuration: '00:20:00' });
  await setFields(request, leeds, 'basket', { customerIdPrefix: 'LDS' });
  await setFields(request, leeds, 'reasons', {
    reasons: {
      rows: {
        [rowId]: { action: 'add', values: { reasonId: 'LD1', category: 'return', description: 'Wrong size' } },
      },
    },
  });
  await request('PUT', `/node-management/node/${company}/settings/basket`, {
    fields: { taxMode: { value: 'INCLUDED_IN_PRICE', mode: 'locked' } },
  });

  await openAs('org.admin', `/structure/compare?left=${leeds}&right=${manchester}`);
  const idle = line(page, 'Idle sign-out');
  await expect(idle).toContainText('00:20:00');
  const details = section(page, 'Details');
  await expect(details.getByRole('listitem').filter({ hasText: 'Code' })).toContainText('UK-101UK-102');
  await expect(details.getByRole('listitem').filter({ hasText: 'Level' })).toHaveCount(0);
  await expect(section(page, 'Reasons')).toContainText('LD1');
  await expect(line(page, 'Tax mode')).toHaveCount(0);
  await page.getByRole('switch', { name: 'Only differences' }).uncheck({ force: true });
  await expect(line(page, 'Tax mode')).toContainText(/Locked by/);
  await expect(details.getByRole('listitem').filter({ hasText: 'Level' })).toContainText('StoreStore');

  const manchesterName = (await request('GET', `/node-management/node/${manchester}`)).name as string;
  for (const name of ['Idle sign-out', 'Customer ID prefix', 'LD1'])
    await page.getByRole('button', { name: `Copy ${name} to ${manchesterName}`, exact: true }).click();
  await expect(idle).toContainText(phrase('settings.compare.willBeSet'));
  await expectAccessible(page, 'a comparison with values to copy');
  await page
    .getByRole('button', {
      name: phrase('settings.compare.undoCopy', { setting: 'Customer ID prefix', name: manchesterName }),
    })
    .click();
  await page.getByRole('button', { name: phrase('settings.change.title') }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('as in Leeds');
  await page.getByRole('button', { name: 'Copy 2 values' }).click();
  await expect(page.getByText('2 values copied').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Copy \d+ value/ })).toHaveCount(0);
  await expect(line(page, 'Customer ID prefix')).toContainText('LDS');

  const [session, reasons] = [
    await request('GET', `/node-management/node/${manchester}/settings/nodeConfig`),
    await request('GET', `/node-management/node/${manchester}/settings/reasons`),
  ];
  expect(session.fields.autoLogoutDuration.own).toMatchObject({ value: '00:20:00', reason: 'as in Leeds' });
  expect(reasons.fields.reasons.value).toMatchObject([{ reasonId: 'LD1', description: 'Wrong size' }]);

  await page.getByRole('switch', { name: 'Only differences' }).check({ force: true });
  await expect(idle).toHaveCount(0);
  await page.getByRole('button', { name: 'Swap sides' }).click();
  await expect(page).toHaveURL(new RegExp(`left=${manchester}&right=${leeds}`));
  await page
    .getByRole('button', { name: /^Copy Customer ID prefix to/ })
    .first()
    .click();
  const copyButton = page.getByRole('button', { name: 'Copy 1 value' });
  await expect(copyButton).toBeVisible();
  await page.getByRole('switch', { name: 'Only differences' }).uncheck({ force: true });
  await expect(line(page, 'Tax mode')).toBeVisible();
  await expect(copyButton).toBeVisible();
  const confirmation = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByText('With parent', { exact: true }).click();
  await confirmation.getByRole('button', { name: 'No', exact: true }).click();
  await expect(copyButton).toBeVisible();
  await page.getByRole('link', { name: 'Hierarchy' }).click();
  await expect(confirmation).toBeVisible();
});

test('a store is compared with its parent and with an earlier time, whose values are put back', async ({
  openAs,
  page,
  product,
  tokensFor,
}) => {
  const request = clientOf(product, await tokensFor('org.admin'));
  const store = await findNode(request, 'UK-101');
  await setFields(request, store, 'ebasketDisplay', { displayName: 'Basket of today' });
  await openAs('org.admin', '/structure/compare');
  await expect(page.getByText(phrase('settings.compare.choose.two'))).toBeVisible();
  await page.getByRole('combobox', { name: 'First location' }).fill('UK-101');
  await page.getByRole('option', { name: /UK-101/ }).click();
  await page.getByText('With parent', { exact: true }).click();
  await expect(line(page, 'Display name')).toContainText('Basket of today');
  await page.getByText(phrase('settings.compare.mode.past'), { exact: true }).click();
  await page.getByRole('textbox', { name: 'Day' }).fill('01/01/2026');
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await expect(line(page, 'Display name')).toContainText('Basket of today');
  const copy = page.getByRole('button', { name: /^Copy Display name to/ });
  await expect(page.getByRole('button', { name: phrase('settings.compare.obstacle.past') }).first()).toBeVisible();
  await copy.click();
  await page.getByRole('button', { name: 'Copy 1 value' }).click();
  await expect(page.getByText('1 value copied').first()).toBeVisible();
  const { fields } = await request('GET', `/node-management/node/${store}/settings/ebasketDisplay`);
  expect(fields.displayName.own).toBeNull();
});

test('a user who may not change a location sees the differences, and why nothing can be copied', async ({
  openAs,
  page,
  product,
  tokensFor,
}) => {
  const request = clientOf(product, await tokensFor('org.admin'));
  const [leeds, manchester] = [await findNode(request, 'UK-101'), await findNode(request, 'UK-102')];
  await setFields(request, leeds, 'nodeConfig', { autoLogoutDuration: '00:25:00' });
  for (const permission of ['edit_node_configuration', 'update_organisation_config'])
    await product.executeSql(
      'update roles set access_rights = array_remove(access_rights, $1) where access_rights @> array[$1]',
      [permission],
    );
  await openAs('company.admin', `/structure/compare?left=${leeds}&right=${manchester}`);
  await expect(line(page, 'Idle sign-out')).toContainText('00:25:00');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'a comparison on a phone');
  await expect(
    line(page, 'Idle sign-out').getByRole('button', { name: phrase('settings.compare.obstacle.denied') }),
  ).toHaveCount(2);
});
