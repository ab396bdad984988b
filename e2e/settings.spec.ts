import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

const main = (page: Page) => page.getByRole('main');
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save changes' });
const save = (page: Page) => saveButton(page).click();
const stored = 'update roles set access_rights = array_remove(access_rights, $1) where access_rights @> array[$1]';

/** Finds a place by its code and opens its page. */
async function openPlace(page: Page, code: string) {
  await page.goto(`${new URL(page.url()).origin}/structure/hierarchy?search=${code}`);
  await page.getByRole('list', { name: 'Nodes found' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/node=/);
  const address = new URL(page.url());
  await page.goto(`${address.origin}/structure/${address.searchParams.get('node')}/view`);
  await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible();
}

/** Waits until what was typed at a place is stored: it is told, and nothing is left to save. */
async function saved(page: Page, place: string) {
  await said(page, `Settings of ${place} were saved`);
  await expect(saveButton(page)).toHaveCount(0);
}

/** Chooses a place of the tree and goes to its form. */
async function toEdit(page: Page, place: string) {
  await page.getByRole('treeitem', { name: new RegExp(`^${place}`) }).click();
  await expect(main(page).getByRole('heading', { level: 2, name: place })).toBeVisible();
  await main(page).getByRole('link', { name: 'Edit', exact: true }).click();
}

/** The tab and section of a place's page. */
async function openSection(page: Page, tab: string, section?: string) {
  await page.getByRole('tab', { name: tab, exact: true }).click();
  if (section) await page.getByRole('button', { name: section }).click();
}

test('what the organisation sets, its stores show as inherited; a company that overrides it changes its own stores alone, until it goes back', async ({
  enter,
  page,
}) => {
  await enter('org.admin', '/structure/hierarchy');
  await toEdit(page, 'Kestrel Sports');
  await openSection(page, 'Configuration', 'Session');
  await page.getByRole('textbox', { name: 'Idle sign-out' }).fill('00:35:00');
  await save(page);
  await saved(page, 'Kestrel Sports');
  await openSection(page, 'Modules');
  await page.getByRole('textbox', { name: 'Display name' }).fill('Basket of Kestrel');
  await save(page);
  await saved(page, 'Kestrel Sports');

  await openPlace(page, 'UK-102');
  await openSection(page, 'Configuration');
  await expect(group(page, 'Idle sign-out')).toContainText('Inherited from Kestrel Sports');
  await expect(page.getByRole('textbox', { name: 'Idle sign-out' })).toHaveValue('00:35:00');
  await openSection(page, 'Modules');
  await expect(page.getByRole('textbox', { name: 'Display name' })).toHaveValue('Basket of Kestrel');
  const store = page.url();

  await enter('company.admin', '/structure/hierarchy');
  await toEdit(page, 'Kestrel UK');
  await openSection(page, 'Modules');
  await page.getByRole('switch', { name: 'Override' }).click();
  await page.getByRole('textbox', { name: 'Display name' }).fill('Basket of Britain');
  await page.getByRole('textbox', { name: 'Reason' }).fill('British spelling');
  await expect(main(page)).toContainText(
    /Reaches \d+ stores below; \d+ work with a value from further down|Reaches all \d+ stores below/,
  );
  await save(page);
  await saved(page, 'Kestrel UK');
  const company = page.url();
  await page.goto(store);
  await expect(page.getByRole('textbox', { name: 'Display name' })).toHaveValue('Basket of Britain');
  await expect(group(page, 'Display name')).toContainText('Inherited from Kestrel UK');

  // the chain tells who said what on the way down
  await group(page, 'Display name')
    .getByRole('button', { name: /Inherited from/ })
    .click();
  await expect(page.getByRole('dialog')).toContainText(
    /Kestrel Sports.*Basket of Kestrel.*Kestrel UK.*Basket of Britain/s,
  );
  await page.keyboard.press('Escape');

  await page.goto(company);
  await page.getByRole('switch', { name: 'Override' }).click();
  await save(page);
  await saved(page, 'Kestrel UK');
  await page.goto(store);
  await expect(page.getByRole('textbox', { name: 'Display name' })).toHaveValue('Basket of Kestrel');

  // the history has both, and puts back what was before
  await page.goto(company);
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'E-basket at Kestrel UK' });
  await expect(history).toContainText('British spelling');
  await history
    .getByRole('button', { name: /^Put back/ })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: 'Put back what was before?' })
    .getByRole('button', { name: 'Put back' })
    .click();
  await expect(history.getByRole('listitem').first()).toContainText('inherited → Basket of Britain');
});

test('what a place has locked, those below show locked and cannot change; what may only be tightened takes no longer time', async ({
  enter,
  page,
}) => {
  await enter('org.admin', '/structure/hierarchy');
  await toEdit(page, 'Kestrel UK');
  await openSection(page, 'Configuration');
  await page.getByRole('button', { name: 'Idle sign-out: Set here' }).click();
  await page.getByRole('textbox', { name: 'Idle sign-out' }).fill('00:20:00');
  await page.getByRole('button', { name: 'Idle sign-out: May be set below' }).click();
  await page.getByRole('menuitem', { name: 'May only get shorter' }).click();
  await save(page);
  await saved(page, 'Kestrel UK');
  const company = page.url();

  await openPlace(page, 'UK-102');
  await main(page).getByRole('link', { name: 'Edit', exact: true }).click();
  await openSection(page, 'Configuration');
  await expect(group(page, 'Idle sign-out')).toContainText('Kestrel UK allows at most 00:20:00');
  await page.getByRole('button', { name: 'Idle sign-out: Set here' }).click();
  await page.getByRole('textbox', { name: 'Idle sign-out' }).fill('soon');
  await save(page);
  await said(page, 'Enter a time as hh:mm:ss');
  await page.getByRole('textbox', { name: 'Idle sign-out' }).fill('01:00:00');
  await save(page);
  await said(page, 'A place above allows only a stricter value here.');
  await page.getByRole('textbox', { name: 'Idle sign-out' }).fill('00:10:00');
  await save(page);
  await said(page, /Settings of .* were saved/);
  const store = page.url();

  await page.goto(company);
  await page.getByRole('button', { name: 'Idle sign-out: May only get shorter' }).click();
  await page.getByRole('menuitem', { name: 'Locked below' }).click();
  await save(page);
  await saved(page, 'Kestrel UK');
  await page.goto(store);
  await expect(group(page, 'Idle sign-out')).toContainText('Kestrel UK forbids it: it does not count');
});

test('a change can begin later by the clock of its place, and be withdrawn before', async ({ enter, page }) => {
  await enter('org.admin', '/structure/hierarchy');
  await toEdit(page, 'Kestrel USA');
  await openSection(page, 'Modules');
  await page.getByRole('button', { name: 'Display name: Set here' }).click();
  await page.getByRole('textbox', { name: 'Display name' }).fill('Holiday basket');
  await page.getByRole('textbox', { name: 'Begins' }).fill('24/12/2035');
  await page.getByRole('textbox', { name: 'Time' }).fill('06:00');
  await expect(main(page)).toContainText('Clock of America/New_York');
  await save(page);
  await said(page, 'The change at Kestrel USA is planned');
  await expect(group(page, 'Display name')).toContainText(/Holiday basket from 24 Dec 2035/);

  // what will count then can be looked at, and nothing but looked at
  await page.getByRole('button', { name: 'Another time' }).click();
  await page.getByRole('textbox', { name: 'Day' }).fill('24/12/2035');
  await page.getByRole('textbox', { name: 'Time' }).first().fill('06:00');
  await page.getByRole('button', { name: 'Look', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Nothing can be changed here.' })).toContainText(
    'As it counts on 24 Dec 2035, 06:00, clock of America/New_York.',
  );
  await expect(page.getByRole('textbox', { name: 'Display name' })).toHaveValue('Holiday basket');
  await expect(page.getByRole('textbox', { name: 'Display name' })).toBeDisabled();
  await expect(page.getByRole('switch', { name: 'Override' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(page.getByRole('textbox', { name: 'Display name' })).not.toHaveValue('Holiday basket');
  await page.reload();
  await group(page, 'Display name').getByRole('button', { name: 'Withdraw' }).click();
  await expect(group(page, 'Display name')).not.toContainText('Holiday basket');
});

test('a secret is typed once, told by dots, and forgotten after a question', async ({ enter, page }) => {
  await enter('org.admin', '/structure/hierarchy');
  await toEdit(page, 'Kestrel UK');
  await openSection(page, 'Configuration', 'Integration');
  await page.getByRole('button', { name: 'Provider: Set here', exact: true }).click();
  await page.getByRole('combobox', { name: 'Provider' }).fill('Ady');
  await page.getByRole('option', { name: 'Adyen' }).click();
  await page.getByRole('button', { name: 'Secret: Set here' }).click();
  await page.getByLabel('Secret', { exact: true }).and(page.locator('input')).fill('not-to-be-told');
  await save(page);
  await saved(page, 'Kestrel UK');
  await page.reload();
  await expect(group(page, 'Secret')).toContainText('••••••');
  await expect(page.locator('body')).not.toContainText('not-to-be-told');

  const asked = page.waitForRequest((request) => request.url().endsWith('/node-management/deleteAwsSecrets'));
  await page.getByRole('button', { name: 'Secret: Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this secret?' }).getByRole('button', { name: 'Delete' }).click();
  expect((await asked).postDataJSON()).toMatchObject({ authenticationDetailsKey: 'integration.secret' });
  await said(page, 'The secret was deleted');
  await page.reload();
  await expect(group(page, 'Secret')).toContainText('Not set');
  await expect(page.getByRole('combobox', { name: 'Provider' })).toHaveValue('Adyen');
});

test('what modules are set to is looked at, changed and listed by those alone whose role says so, and nobody is signed out by it', async ({
  enter,
  page,
  product,
}) => {
  await enter('company.admin', '/structure/hierarchy');
  await toEdit(page, 'Kestrel UK');
  const tabs = page.getByRole('tab');
  await openSection(page, 'Modules');
  await expect(page.getByRole('textbox', { name: 'Display name' })).toBeVisible();
  const address = new URL(page.url()).pathname;
  const again = async (path: string) => {
    await enter('company.admin', path);
    await openSection(page, 'Modules');
  };

  await product.plant(stored, ['view_setting']);
  await again(address);
  await expect(main(page)).toContainText('You cannot look at these settings');
  await expect(main(page)).toContainText('Your role does not see the settings of modules.');
  await expect(page.getByRole('textbox', { name: 'Display name' })).toHaveCount(0);

  await product.plant(`update roles set access_rights = access_rights || '{view_setting}'::text[]`, []);
  await product.plant(stored, ['create_setting']);
  await product.plant(stored, ['edit_setting']);
  await enter('company.admin', address);
  await expect(tabs).toHaveText(['Details', 'Configuration', 'Theme']);
  await again(address.replace('/edit', '/view'));
  await expect(page.getByRole('textbox', { name: 'Display name' })).toBeDisabled();

  await product.plant(stored, ['list_setting']);
  await enter('company.admin', address.replace('/edit', '/view'));
  await expect(tabs).toHaveText(['Details', 'Configuration', 'Theme']);
  await enter('company.admin', address.replace(/^\/structure\/(.*)\/edit$/, '/structure/radar/$1'));
  await expect(page.getByRole('region', { name: 'Session' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'E-basket' })).toHaveCount(0);
  await product.plant(
    `update roles set access_rights = access_rights || '{list_setting, create_setting, edit_setting}'::text[]`,
    [],
  );
});

test('each part of a place is offered to those alone who may change it, and whoever may change none of it reads', async ({
  enter,
  page,
  product,
}) => {
  await enter('company.admin', '/structure/hierarchy');
  await toEdit(page, 'Kestrel UK');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveText(['Details', 'Configuration', 'Theme', 'Modules']);
  const address = new URL(page.url()).pathname;
  for (const [right, left] of [
    ['edit_node_configuration', ['Details', 'Theme', 'Modules']],
    ['edit_node_module', ['Details', 'Theme']],
    ['edit_node_details', ['Theme']],
  ] as const) {
    await product.plant(stored, [right]);
    await enter('company.admin', address);
    if (left.length > 1) await expect(tabs).toHaveText([...left]);
    else await expect(page.getByRole('heading', { name: 'Brand' })).toBeVisible();
  }
  await product.plant(stored, ['edit_node_theme']);
  await enter('company.admin', address.replace('/edit', '/view'));
  await expect(tabs).toHaveText(['Details', 'Configuration', 'Theme', 'Modules']);
  await openSection(page, 'Configuration');
  await expect(page.getByRole('textbox', { name: 'Idle sign-out' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Idle sign-out: Set here' })).toHaveCount(0);
});

test('each part of an organisation is offered to those alone who may change it', async ({ enter, page, product }) => {
  await enter('org.admin', '/structure/hierarchy');
  await toEdit(page, 'Kestrel Sports');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveText(['Details', 'Configuration', 'Theme', 'Modules']);
  const address = new URL(page.url()).pathname;
  for (const [right, left] of [
    ['update_organisation_config', ['Details', 'Theme', 'Modules']],
    ['update_organisation_module', ['Details', 'Theme']],
    ['update_organisation_details', []],
  ] as const) {
    await product.plant(stored, [right]);
    await enter('org.admin', address);
    if (left.length > 0) await expect(tabs).toHaveText([...left]);
    else await expect(page.getByRole('heading', { name: 'Brand' })).toBeVisible();
  }
});
