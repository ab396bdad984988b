import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

const leaf = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) });
const panel = (page: Page) => page.getByRole('region', { name: 'Selected node' });
const offered = (page: Page) => page.getByRole('listbox', { name: 'Nodes found' }).getByRole('option');
const main = (page: Page) => page.getByRole('main');

/** Makes a place below the one that is chosen in the tree, and comes back to the tree with it chosen. */
async function make(page: Page, level: string, name: string, code: string) {
  await main(page).getByRole('link', { name: 'Create node' }).click();
  await expect(page).toHaveURL(/structure\/create\?parent=/);
  await page.getByRole('combobox', { name: 'Level' }).click();
  await page.getByRole('option', { name: level, exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(code);
  await page.getByRole('button', { name: 'Create node' }).click();
  await expect(page.getByText(`${name} is created`)).toBeVisible();
  await expect(leaf(page, name)).toHaveAttribute('aria-selected', 'true');
}

async function act(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a branch grows from company to store, each kind only where it may stand, and is there after a crash', async ({
  enter,
  product,
}) => {
  const page = await enter('org.admin', '/structure/hierarchy');
  await main(page).getByRole('link', { name: 'Create node' }).click();
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
    await make(page, level, name, code);
  await product.crashAndStart();
  await page.reload();
  await expect(leaf(page, 'Grafton Street')).toHaveAttribute('aria-selected', 'true');
  await expect(leaf(page, 'Grafton Street')).toHaveAttribute('aria-level', '6');
  await expect(panel(page)).toContainText('IE-101');
});

test('a form that lacks what is needed says so under the fields, and a code that is taken under the code', async ({
  enter,
}) => {
  const page = await enter('org.admin', '/structure/create');
  await page.getByRole('button', { name: 'Create node' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/This field is required/);
  await page.getByRole('textbox', { name: 'Name' }).fill('Double');
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('uk');
  await page.getByRole('button', { name: 'Create node' }).click();
  await expect(page.getByRole('textbox', { name: 'Code', exact: true })).toHaveAccessibleDescription(
    /This code is taken/,
  );
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Double');
});

test('a store finds its place by keyboard alone: level by level, each offering only what lies below the one above', async ({
  enter,
}) => {
  const page = await enter('org.admin', '/structure/create');
  const keys = page.keyboard;
  const focused = (name: RegExp) => expect(page.getByRole('combobox', { name })).toBeFocused();
  await page.getByRole('combobox', { name: 'Level' }).focus();
  await keys.press('ArrowDown');
  for (let level = 1; level < 5; level += 1) await keys.press('ArrowDown');
  await keys.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Level' })).toHaveValue('Store');
  await keys.press('Tab');
  await focused(/^Company/);
  await keys.press('ArrowDown');
  await expect(offered(page)).toContainText(['Kestrel China', 'Kestrel UK', 'Kestrel USA']);
  await keys.type('usa');
  await expect(page.getByText('1 to choose from')).toBeVisible();
  await keys.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Company' })).toHaveValue('Kestrel USA');
  await keys.press('Tab');
  await focused(/^Trading region/);
  await keys.type('minn');
  await expect(page.getByText('1 to choose from')).toBeVisible();
  await keys.press('ArrowDown');
  await keys.press('Enter');
  await keys.press('Tab');
  await focused(/^Store group/);
  await keys.type('briggate');
  await expect(page.getByText('Nothing found').filter({ visible: true })).toHaveCount(1);
  await keys.press('Tab');
  await focused(/^Sub store group/);
  await keys.press('Tab');
  await keys.type('Harriet');
  await keys.press('Tab');
  await keys.type('HARRIET-1');
  await keys.press('Enter');
  await expect(page.getByText('Harriet is created')).toBeVisible();
  await expect(panel(page).getByRole('navigation')).toContainText('Minnesota');
});

test('what is known of a store is changed and kept; two who change it at once are asked', async ({
  enter,
  tokensOf,
  product,
}) => {
  const page = await enter('org.admin', '/structure/hierarchy?search=briggate');
  await page.getByRole('link', { name: 'Leeds Briggate' }).click();
  await panel(page).getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Street').fill('1 Briggate');
  await page.getByLabel('Phone').fill('+44 113 496 0123');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Leeds Briggate is saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Street')).toHaveValue('1 Briggate');

  const id = /structure\/(.+)\/edit/.exec(page.url())![1]!;
  const { accessToken: token } = await tokensOf('org.admin');
  const path = `/node-management/node/${id}`;
  const host = 'kestrel.localhost';
  const { body, headers } = await product.ask({ host, path, token });
  const { name, code, region, country, timeZone, phoneNumber, emailId } = body.result;
  const theirs = {
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
  const change = {
    host,
    path,
    token,
    method: 'PUT',
    body: theirs,
    headers: { 'if-match': String(headers['etag']) },
  } as const;
  expect((await product.ask(change)).status).toBe(200);
  await page.getByLabel('Street').fill('3 Briggate');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const question = page.getByRole('region', { name: 'Somebody else was faster' });
  await question.getByRole('radio', { name: /2 Briggate/ }).click();
  await page.getByLabel('E-mail').fill('briggate@kestrelsports.com');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(question).toHaveCount(0);
  await page.getByRole('link', { name: 'View', exact: true }).click();
  await expect(main(page)).toContainText('2 Briggate');
  await expect(main(page)).toContainText('briggate@kestrelsports.com');
});

test('a region is disabled after saying what that touches; its people are out, and in again when it is enabled', async ({
  enter,
  tokensOf,
  product,
}) => {
  const { accessToken: token } = await tokensOf('region.manager');
  const theirs = () => product.ask({ host: 'kestrel.localhost', path: '/user-management/sessions', token });
  expect((await theirs()).status).toBe(200);
  const page = await enter('org.admin', '/structure/hierarchy?search=UK-NORTH');
  await page.getByRole('link', { name: 'North', exact: true }).click();
  await act(page, 'North', 'Disable');
  await expect(page.getByRole('dialog')).toContainText(/4 stores close with it\. \d+ users cannot sign in any more\./);
  await page.getByRole('button', { name: 'Disable node' }).click();
  await expect(panel(page).getByText('Disabled', { exact: true })).toBeVisible();
  await expect(leaf(page, 'North')).toContainText('Disabled');
  expect((await theirs()).status).toBe(401);
  await page.goto(page.url().replace(/hierarchy.*/, 'create'));
  await page.getByRole('combobox', { name: 'Level' }).click();
  await page.getByRole('option', { name: 'Store group', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Trading region' })).toBeDisabled();
  await expect(page.getByRole('combobox', { name: /^Store group/ })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: 'Kestrel UK' }).click();
  await page.getByRole('combobox', { name: 'Trading region' }).click();
  await expect(offered(page)).toHaveText([/^South/]);
  await page.goto(page.url().replace('create', 'hierarchy?search=UK-NORTH'));
  await page.getByRole('link', { name: 'North', exact: true }).click();
  await act(page, 'North', 'Enable');
  await page.getByRole('button', { name: 'Enable node' }).click();
  await expect(page.getByText('North is enabled')).toBeVisible();
  expect((await theirs()).status).toBe(200);
});

test('a full node is not deleted and says what is in it; an empty one is gone after a question', async ({ enter }) => {
  const page = await enter('org.admin', '/structure/hierarchy?search=UK-NORTH');
  await page.getByRole('link', { name: 'North', exact: true }).click();
  await act(page, 'North', 'Delete');
  await expect(page.getByRole('dialog')).toContainText(/2 nodes directly below it, \d+ users and \d+ devices?/);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await make(page, 'Store', 'Pop-up', 'POP-1');
  await act(page, 'Pop-up', 'Delete');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.getByRole('button', { name: 'Delete node' }).click();
  await expect(page.getByText('Pop-up is deleted')).toBeVisible();
  await expect(leaf(page, 'North')).toHaveAttribute('aria-selected', 'true');
  await expect(leaf(page, 'Pop-up')).toHaveCount(0);
});

test('a group moves with its stores after telling what that changes', async ({ enter }) => {
  const page = await enter('org.admin', '/structure/hierarchy?search=lancashire');
  await page.getByRole('link', { name: 'Lancashire', exact: true }).click();
  await act(page, 'Lancashire', 'Move');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Move node' })).toBeDisabled();
  const region = dialog.getByRole('combobox', { name: 'Trading region' });
  await expect(region).toHaveValue('North');
  await region.click();
  await page.getByRole('option', { name: /South/ }).click();
  await expect(dialog).toContainText('Kestrel Sports › Kestrel UK › South');
  await expect(dialog).toContainText(/2 nodes, 1 store, \d+ users/);
  await dialog.getByRole('button', { name: 'Move node' }).click();
  await expect(page.getByText('Lancashire is moved')).toBeVisible();
  await expect(panel(page).getByRole('navigation')).toContainText('South');
  await expect(leaf(page, 'Lancashire')).toHaveAttribute('aria-level', '4');
});

test('whoever may not change the structure is offered nothing, and the addresses are denied', async ({ enter }) => {
  const page = await enter('store.user', '/structure/create');
  await expect(page.getByRole('heading', { name: 'You may not open this screen' })).toBeVisible();
  await enter('store.manager', '/structure/hierarchy');
  await expect(panel(page)).toContainText('Leeds Briggate');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
});

test('each portal shows the places of its own region', async ({ enter, product }) => {
  const page = await enter('org.admin', '/structure/hierarchy');
  await expect(leaf(page, 'Kestrel China')).toBeVisible();
  const signIn = async (host: string) => {
    const words = { username: 'org.admin@kestrelsports.com', password: 'Demo-portal-26', domainName: host };
    const body = Object.fromEntries(Object.entries(words).map(([field, word]) => [field, btoa(word)]));
    const { body: answer } = await product.ask({ host, method: 'POST', path: '/user-management/login', body });
    return answer.result.accessToken as string;
  };
  const found = async (host: string) => {
    const path = '/node-management/node/search?search=kestrel&types=STORE,TRADING_REGION,COMPANY';
    const { body } = await product.ask({ host, path, token: await signIn(host) });
    return (body.result as { storeCount: number; name: string }[]).map(
      ({ name, storeCount }) => `${name} ${storeCount}`,
    );
  };
  const [world, china, lookalike] = [
    await found('kestrel.localhost'),
    await found('kestrel-sports.cn'),
    await found('x.cnet.com'),
  ];
  expect(world).toContain('Kestrel China 0');
  expect(china).toContain('Kestrel China 5');
  expect(lookalike).toEqual(world);
});
