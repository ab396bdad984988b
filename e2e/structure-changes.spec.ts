import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

const treeItem = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });
const nodePanel = (page: Page) => page.getByRole('region', { name: 'Selected location' });
const nodeOptions = (page: Page) => page.getByRole('listbox', { name: 'Locations found' }).getByRole('option');
const main = (page: Page) => page.getByRole('main');

/** Creates a node below the one selected in the tree, and returns to the tree. */
async function createNode(page: Page, level: string, name: string, code: string) {
  await main(page).getByRole('link', { name: 'Create location' }).click();
  await expect(page).toHaveURL(/structure\/create\?parent=/);
  await page.getByRole('combobox', { name: 'Level' }).click();
  await page.getByRole('option', { name: level, exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code);
  await page.getByRole('button', { name: 'Create location' }).click();
  await expect(page.getByText(`${name} created`)).toBeVisible();
  await expect(treeItem(page, name)).toHaveAttribute('aria-selected', 'true');
}

async function chooseAction(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a branch is created from company to store, each type only where allowed, and survives a crash', async ({
  openAs,
  product,
}) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await main(page).getByRole('link', { name: 'Create location' }).click();
  await page.getByRole('combobox', { name: 'Level' }).click();
  await expect(page.getByRole('listbox', { name: 'Level' }).getByRole('option')).toHaveText([
    'Company',
    'Trading region',
    'Store group',
    'Sub store group',
    'Store',
  ]);
  await page.keyboard.press('Escape');
  await page.goBack();
  for (const [level, name, code] of [
    ['Company', 'Kestrel Ireland', 'IE'],
    ['Trading region', 'Leinster', 'IE-L'],
    ['Store group', 'Dublin', 'IE-L-D'],
    ['Sub store group', 'Dublin kiosks', 'IE-L-D-K'],
    ['Store', 'Grafton Street', 'IE-101'],
  ] as const)
    await createNode(page, level, name, code);
  await product.crashAndRestart();
  await page.reload();
  await expect(treeItem(page, 'Grafton Street')).toHaveAttribute('aria-selected', 'true');
  await expect(treeItem(page, 'Grafton Street')).toHaveAttribute('aria-level', '6');
  await expect(nodePanel(page)).toContainText('IE-101');
});

test('a form shows missing values at their fields, and a duplicate code at the code', async ({ openAs }) => {
  const page = await openAs('org.admin', '/structure/create');
  await page.getByRole('button', { name: 'Create location' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
    containing('errors.field.required'),
  );
  await page.getByRole('textbox', { name: 'Name' }).fill('Double');
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('uk');
  await page.getByRole('button', { name: 'Create location' }).click();
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveAccessibleDescription(
    containing('errors.node.codeTaken'),
  );
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Double');
});

test('the parent of a store is chosen by keyboard only: level by level, each limited to descendants of the one above', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/structure/create');
  const keyboard = page.keyboard;
  // a field that is still loading takes no focus
  const tabTo = async (name: RegExp) => {
    await expect(page.getByRole('combobox', { name })).toBeEnabled();
    await keyboard.press('Tab');
    await expect(page.getByRole('combobox', { name })).toBeFocused();
  };
  await page.getByRole('combobox', { name: 'Level' }).focus();
  await keyboard.press('ArrowDown');
  for (let level = 1; level < 5; level += 1) await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Level' })).toHaveValue('Store');
  await tabTo(/^Company/);
  await keyboard.press('ArrowDown');
  await expect(nodeOptions(page)).toContainText(['Kestrel China', 'Kestrel UK', 'Kestrel USA']);
  await keyboard.type('usa');
  await expect(page.getByText('1 to choose from')).toBeVisible();
  await keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Company' })).toHaveValue('Kestrel USA');
  await tabTo(/^Trading region/);
  await keyboard.type('minn');
  await expect(page.getByText('1 to choose from')).toBeVisible();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await tabTo(/^Store group/);
  await keyboard.type('briggate');
  await expect(page.getByText('Nothing found').filter({ visible: true })).toHaveCount(1);
  await tabTo(/^Sub store group/);
  await keyboard.press('Tab');
  await keyboard.type('Harriet');
  await keyboard.press('Tab');
  await keyboard.type('HARRIET-1');
  await keyboard.press('Enter');
  await expect(page.getByText('Harriet created')).toBeVisible();
  await expect(nodePanel(page).getByRole('navigation')).toContainText('Minnesota');
});

test('the details of a store are edited and saved; a concurrent edit shows a conflict', async ({
  openAs,
  tokensFor,
  product,
}) => {
  const page = await openAs('company.admin', '/structure/hierarchy?search=briggate');
  await page.getByRole('link', { name: 'Leeds Briggate' }).click();
  await nodePanel(page).getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Street').fill('1 Briggate');
  await page.getByLabel('Phone').fill('+44 113 496 0123');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Leeds Briggate saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Street')).toHaveValue('1 Briggate');

  const id = /structure\/(.+)\/edit/.exec(page.url())![1]!;
  const { accessToken: token } = await tokensFor('org.admin');
  const path = `/node-management/node/${id}`;
  const host = 'kestrel.localhost';
  const { body, headers } = await product.request({ host, path, token });
  const { name, code, region, country, timeZone, phoneNumber, emailId } = body.result;
  const otherEdit = {
    name,
    code,
    region,
    country,
    timeZone,
    phoneNumber,
    emailId,
    street: '2 Briggate',
    city: 'Leeds',
    state: '',
    postCode: '',
  };
  const updateRequest = {
    host,
    path,
    token,
    method: 'PUT',
    body: otherEdit,
    headers: { 'if-match': String(headers['etag']) },
  } as const;
  expect((await product.request(updateRequest)).status).toBe(200);
  await page.getByLabel('Street').fill('3 Briggate');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const conflict = page.getByRole('region', { name: phrase('records.form.conflictTitle') });
  await conflict.getByRole('radio', { name: /2 Briggate/ }).click();
  await page.getByLabel('Email').fill('briggate@kestrelsports.com');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(conflict).toHaveCount(0);
  await page.getByRole('link', { name: 'View', exact: true }).click();
  await expect(main(page)).toContainText('2 Briggate');
  await expect(main(page)).toContainText('briggate@kestrelsports.com');
  await expect(main(page).getByRole('textbox')).toHaveCount(0);
});

test('disabling a region shows what it affects and signs its users out; enabling lets them in again', async ({
  openAs,
  tokensFor,
  product,
}) => {
  const { accessToken: token } = await tokensFor('region.manager');
  const listSessions = () => product.request({ host: 'kestrel.localhost', path: '/user-management/sessions', token });
  expect((await listSessions()).status).toBe(200);
  const page = await openAs('org.admin', '/structure/hierarchy?search=UK-NORTH');
  await page.getByRole('link', { name: 'North', exact: true }).click();
  await chooseAction(page, 'North', 'Disable');
  await expect(page.getByRole('dialog')).toContainText(/4 stores will be closed\. \d+ users will lose access\./);
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(nodePanel(page).getByText('Disabled', { exact: true })).toBeVisible();
  await expect(treeItem(page, 'North')).toContainText('Disabled');
  expect((await listSessions()).status).toBe(401);
  expect(await tokensFor('region.manager')).toBeUndefined();
  await page.goto(page.url().replace(/hierarchy.*/, 'create'));
  await page.getByRole('combobox', { name: 'Level' }).click();
  await page.getByRole('option', { name: 'Store group', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Trading region' })).toBeDisabled();
  await expect(page.getByRole('combobox', { name: /^Store group/ })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: 'Kestrel UK' }).click();
  await page.getByRole('combobox', { name: 'Trading region' }).click();
  await expect(nodeOptions(page)).toHaveText([/^South/]);
  await page.goto(page.url().replace('create', 'hierarchy?search=UK-NORTH'));
  await page.getByRole('link', { name: 'North', exact: true }).click();
  await chooseAction(page, 'North', 'Enable');
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('North enabled')).toBeVisible();
  expect((await listSessions()).status).toBe(200);
});

test('a node with contents is not deleted and lists them; an empty one is deleted after confirmation', async ({
  openAs,
}) => {
  const page = await openAs('org.admin', '/structure/hierarchy?search=UK-NORTH');
  await page.getByRole('link', { name: 'North', exact: true }).click();
  await chooseAction(page, 'North', 'Delete');
  await expect(page.getByRole('dialog')).toContainText(/2 locations directly below, \d+ users and \d+ devices?/);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await createNode(page, 'Store', 'Pop-up', 'POP-1');
  await chooseAction(page, 'Pop-up', 'Delete');
  await expect(page.getByRole('button', { name: 'No' })).toBeFocused();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Pop-up deleted')).toBeVisible();
  await expect(treeItem(page, 'North')).toHaveAttribute('aria-selected', 'true');
  await expect(treeItem(page, 'Pop-up')).toHaveCount(0);
});

test('a group is moved with its stores after a preview of the effects', async ({ openAs }) => {
  const page = await openAs('org.admin', '/structure/hierarchy?search=lancashire');
  await page.getByRole('link', { name: 'Lancashire', exact: true }).click();
  await chooseAction(page, 'Lancashire', 'Move');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Move' })).toBeDisabled();
  const region = dialog.getByRole('combobox', { name: 'Trading region' });
  await expect(region).toHaveValue('North');
  await region.click();
  await page.getByRole('option', { name: /South/ }).click();
  await expect(dialog).toContainText('Kestrel Sports › Kestrel UK › South');
  await expect(dialog).toContainText(/2 locations, 1 store, \d+ users/);
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText('Lancashire moved')).toBeVisible();
  await expect(nodePanel(page).getByRole('navigation')).toContainText('South');
  await expect(treeItem(page, 'Lancashire')).toHaveAttribute('aria-level', '4');
});

test('without permission to change the structure no actions are offered and the URLs are denied', async ({
  openAs,
}) => {
  const page = await openAs('store.user', '/structure/create');
  await expect(page.getByRole('heading', { name: phrase('app.denied.title') })).toBeVisible();
  await openAs('store.manager', '/structure/hierarchy');
  await expect(nodePanel(page)).toContainText('Leeds Briggate');
  await expect(main(page).getByRole('link', { name: 'Create location' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions for Leeds Briggate' }).click();
  await expect(page.getByRole('menuitem', { name: 'View', exact: true })).toBeVisible();
  for (const name of ['Disable', 'Move', 'Delete']) await expect(page.getByRole('menuitem', { name })).toHaveCount(0);
});

test('each portal shows the nodes of its own region', async ({ openAs, product }) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await expect(treeItem(page, 'Kestrel China')).toBeVisible();
  const signIn = async (host: string) => {
    const credentials = { username: 'org.admin@kestrelsports.com', password: 'Demo-portal-26', domainName: host };
    const body = Object.fromEntries(Object.entries(credentials).map(([field, value]) => [field, btoa(value)]));
    const { body: loginResponse } = await product.request({
      host,
      method: 'POST',
      path: '/user-management/login',
      body,
    });
    return loginResponse.result.accessToken as string;
  };
  const findStoreCounts = async (host: string) => {
    const path = '/node-management/node/search?search=kestrel&types=STORE,TRADING_REGION,COMPANY';
    const { body } = await product.request({ host, path, token: await signIn(host) });
    return (body.result as { storeCount: number; name: string }[]).map(
      ({ name, storeCount }) => `${name} ${storeCount}`,
    );
  };
  const [globalNodes, chinaNodes, lookalikeNodes] = [
    await findStoreCounts('kestrel.localhost'),
    await findStoreCounts('kestrel-sports.cn'),
    await findStoreCounts('x.cnet.com'),
  ];
  expect(globalNodes).toContain('Kestrel China 0');
  expect(chinaNodes).toContain('Kestrel China 5');
  expect(lookalikeNodes).toEqual(globalNodes);
});
