import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { demoPassword } from '../scripts/seed/demo-accounts.ts';
import { expectSaved, region, save, saveBar, setHere } from './settings-form.ts';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

const mainRegion = (page: Page) => page.getByRole('main');
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const chooseAction = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

/** Takes rights from the role of the platform's administrator. */
const withoutRights = (...rights: readonly string[]) =>
  `update roles set access_rights = array(select unnest(access_rights) except select unnest('{${rights.join()}}'::text[])),
     version = version + 1 where level = 'GLOBAL'`;

/** Fills in an organisation with two domains; the second one is the default. */
async function fillOrganisation(page: Page, name: string, subdomain: string) {
  await field(page, 'Name').fill(name);
  await field(page, 'Email').fill(`office@${subdomain}.example`);
  await page.getByRole('combobox', { name: 'Country' }).fill('Ireland');
  await page.getByRole('option', { name: 'Ireland', exact: true }).click();
  await page.getByRole('combobox', { name: 'Default language' }).click();
  await page.getByRole('option', { name: 'English (en)' }).click();
  await page.getByLabel(/^Address/).fill('1 High Street, Dublin');
  await field(page, 'Portal address').fill(`http://${subdomain}.localhost:8080/`);
  for (const [index, domain] of [`${subdomain}.example`, `${subdomain}.ie`].entries()) {
    await page.getByRole('button', { name: 'Add domain' }).click();
    await field(page, `Domain ${index + 1}`).fill(domain);
  }
  await page.getByRole('radio', { name: phrase('organisations.domains.makeDefault', { number: '2' }) }).check();
}

test('organisations are opened from the menu, searched, sorted and paginated', async ({ openAs }) => {
  const page = await openAs('global.admin');
  await page.getByRole('link', { name: 'Organisation List' }).click();
  await expect(page).toHaveURL(/\/organisation$/);
  await expect(page).toHaveTitle(/Organisation List/);
  await expect(mainRegion(page).getByRole('status').first()).toHaveText('2 organisations');
  await page.getByRole('searchbox', { name: /Search name/ }).fill('bramble.local');
  await expect(row(page, 'Bramble Toys')).toContainText('BRAMBLE');
  await expect(row(page, 'Kestrel')).toHaveCount(0);
  await page.getByRole('searchbox', { name: /Search name/ }).fill('nobody');
  await expect(
    page.getByRole('heading', { name: phrase('organisations.list.nothingFound', { search: 'nobody' }) }),
  ).toBeVisible();
  await page.goto(page.url().replace(/\?.*/, '?sort=name:desc'));
  await expect(page.getByRole('row').nth(1)).toContainText('Kestrel Sports');
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Bramble Toys');
});

test('a created organisation is first in the list, and its portal offers its two domains', async ({
  openAs,
  product,
}) => {
  const page = await openAs('global.admin', '/organisation/create');
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(field(page, 'Name')).toHaveAccessibleDescription(containing('errors.field.required'));
  await fillOrganisation(page, 'Dublin Toys', 'dublin');
  const landscapeLogo = page.getByRole('group', { name: 'Logo, landscape' });
  const chooseFile = (name: string, buffer: Buffer) =>
    landscapeLogo.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
  await chooseFile('text.png', Buffer.from('I am a picture, believe me'));
  await expect(landscapeLogo.getByText('Invalid file format')).toBeVisible();
  await chooseFile('large.png', Buffer.alloc(6_291_456));
  await expect(landscapeLogo.getByText('Please add image of size below 6MB')).toBeVisible();
  await chooseFile('logo.png', readFileSync('docs/images/user-list.png'));
  await expect(page.getByText('File Uploaded Successfully')).toBeVisible();
  await expect(landscapeLogo.locator('img')).toBeVisible();
  const portraitLogo = page.getByRole('group', { name: 'Logo, portrait' });
  await portraitLogo
    .locator('input[type=file]')
    .setInputFiles({ name: 'portrait.png', mimeType: 'image/png', buffer: readFileSync('docs/images/user-list.png') });
  await expect(portraitLogo.locator('img')).toBeVisible();
  const createRequest = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/node'),
  );
  await page.getByRole('button', { name: 'Create organisation' }).click();
  expect((await createRequest).postDataJSON()).toMatchObject({ nodeType: /organization/i });
  await expect(page.getByText('Dublin Toys created')).toBeVisible();
  await expect(page).toHaveURL(/organisation\/.+\/view/);
  await page.reload();
  for (const credentials of ['DUBLINTOYS', 'dublin.localhost', 'Ireland', '1 High Street, Dublin', 'dublin.ie'])
    await expect(mainRegion(page)).toContainText(credentials);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Organisation List' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Dublin Toys');

  await page.goto(product.urlOf('dublin.localhost'));
  await expect(page.locator('img[src^="/files/"]').first()).toBeVisible();
  const domain = page.getByRole('combobox', { name: 'Domain' });
  await expect(domain.getByRole('option')).toHaveText(['None', '@dublin.ie', '@dublin.example']);
});

test('values taken by another organisation are rejected at their fields', async ({ openAs }) => {
  const page = await openAs('global.admin', '/organisation/create');
  await fillOrganisation(page, 'Copy', 'copy');
  await field(page, 'Portal address').fill('kestrel.localhost');
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(field(page, 'Portal address')).toHaveAccessibleDescription(containing('errors.organisation.urlTaken'));
  await field(page, 'Portal address').fill('copy.localhost');
  await field(page, 'Domain 1').fill('kestrelsports.com');
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(page.getByText(phrase('errors.organisation.domainTaken'))).toBeVisible();
  await page.getByRole('button', { name: 'Remove domain 1' }).click();
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(page.getByText('Copy created')).toBeVisible();
});

test('an organisation is edited in its sections, and the changes are saved', async ({ openAs }) => {
  const page = await openAs('global.admin', '/organisation?search=bramble');
  await page.getByRole('link', { name: 'Bramble Toys' }).click();
  await expect(mainRegion(page).getByRole('textbox')).toHaveCount(0);
  await mainRegion(page).getByRole('link', { name: 'Edit', exact: true }).click();
  for (const section of ['Details', 'Portal and domains', 'Modules'])
    await expect(page.getByRole('region', { name: section, exact: true })).toBeVisible();
  for (const tab of ['Details', 'Configuration', 'Theme', 'Modules'])
    await expect(page.getByRole('tab', { name: tab, exact: true })).toBeVisible();
  await field(page, 'Name').fill('Bramble Games');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Bramble Games saved')).toBeVisible();
  await page.reload();
  await expect(field(page, 'Name')).toHaveValue('Bramble Games');
  await page.getByRole('button', { name: 'Remove domain 1' }).click();
  await page.getByRole('button', { name: 'Add domain' }).click();
  await field(page, 'Domain 1').fill('games.example');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(phrase('errors.organisation.domainInUse'))).toBeVisible();
});

test('the portal of an organisation gets another address on its page, and loses it there', async ({
  openAs,
  product,
}) => {
  const statusOf = async (host: string) => (await product.request({ host, path: '/node-management/domain' })).status;
  const page = await openAs('global.admin', '/organisation?search=bramble');
  await page.getByRole('link', { name: /^Bramble/ }).click();
  await mainRegion(page).getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Add portal address' }).click();
  await field(page, 'Portal address 2').fill('kestrel.localhost');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(field(page, 'Portal address 2')).toHaveAccessibleDescription(containing('errors.organisation.urlTaken'));
  await field(page, 'Portal address 2').fill('https://games.localhost/login');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/^Bramble \w+ saved/)).toBeVisible();
  expect(await Promise.all(['bramble.localhost', 'games.localhost'].map(statusOf))).toEqual([200, 200]);
  await page.reload();
  await expect(field(page, 'Portal address 2')).toHaveValue('games.localhost');
  await expect(
    page.getByRole('radio', { name: phrase('organisations.hosts.makePrimary', { number: '1' }) }),
  ).toBeChecked();
  await page.getByRole('button', { name: phrase('organisations.hosts.remove', { number: '1' }) }).click();
  await expect(page.getByText('bramble.localhost is removed. Password links already sent')).toBeVisible();
  await saveBar(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('button', { name: phrase('organisations.hosts.remove', { number: '2' }) }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/^Bramble \w+ saved/).last()).toBeVisible();
  await expect.poll(() => statusOf('games.localhost')).toBe(404);
  expect(await statusOf('bramble.localhost')).toBe(200);
});

test('a module that is switched off for an organisation is kept off, and leaves the tiles of its users', async ({
  openAs,
}) => {
  const page = await openAs('org.admin');
  const tile = page.getByRole('main').getByRole('link', { name: 'SAGA' });
  await expect(tile).toBeVisible();

  await openAs('global.admin', '/organisation?search=kestrel');
  await page.getByRole('link', { name: 'Kestrel Sports' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'Modules' }).click();
  const inUse = region(page, 'Modules in use');
  await setHere(inUse, 'SAGA');
  await inUse.getByRole('switch', { name: 'SAGA' }).click();
  await save(page);
  await expectSaved(page);
  await page.reload();
  await expect(inUse.getByRole('switch', { name: 'SAGA' })).not.toBeChecked();

  await openAs('org.admin');
  await expect(page.getByRole('main').getByRole('link', { name: 'Ross' })).toBeVisible();
  await expect(tile).toHaveCount(0);
});

test('users of a disabled organisation are signed out, and can sign in again once it is enabled', async ({
  openAs,
  tokensFor,
  product,
}) => {
  const { accessToken: token } = await tokensFor('org.admin of bramble');
  const listSessions = () => product.request({ host: 'bramble.localhost', path: '/user-management/sessions', token });
  expect((await listSessions()).status).toBe(200);
  const page = await openAs('global.admin', '/organisation?search=bramble.local');
  await page.getByRole('link', { name: /^Bramble/ }).click();
  await chooseAction(page, 'Bramble', 'Disable');
  await expect(page.getByRole('dialog')).toContainText(/12 stores will be closed\. \d+ users will be signed out/);
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(mainRegion(page).getByText('Disabled', { exact: true })).toBeVisible();
  expect((await listSessions()).status).toBe(401);
  const credentials = {
    username: 'org.admin@brambletoys.com',
    password: demoPassword,
    domainName: 'bramble.localhost',
  };
  const body = Object.fromEntries(Object.entries(credentials).map(([name, subdomain]) => [name, btoa(subdomain)]));
  const signIn = () =>
    product.request({ host: 'bramble.localhost', path: '/user-management/login', method: 'POST', body });
  expect((await signIn()).body.message).toContain('You are not allowed to logged in');
  await chooseAction(page, 'Bramble', 'Enable');
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(mainRegion(page).getByText('Enabled', { exact: true })).toBeVisible();
  expect((await signIn()).status).toBe(200);
});

test('an organisation with contents is not deleted and lists them; an empty one is deleted after confirmation', async ({
  openAs,
}) => {
  const page = await openAs('global.admin', '/organisation/create');
  await fillOrganisation(page, 'Pop-up', 'popup');
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(page).toHaveURL(/view/);
  await chooseAction(page, 'Pop-up', 'Delete');
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await chooseAction(page, 'Pop-up', 'Delete');
  await expect(page.getByRole('button', { name: 'No', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Pop-up deleted')).toBeVisible();
  await expect(page).toHaveURL(/organisation$/);
  await row(page, 'Kestrel Sports').hover();
  await chooseAction(page, 'Kestrel Sports', 'Delete');
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(
    page.getByText(/Kestrel Sports was not deleted because it contains [\d,]+ locations and \d+ users/),
  ).toBeVisible();
});

test('an organisation is disabled and deleted only with the permission for each', async ({ openAs, product }) => {
  const page = await openAs('global.admin', '/organisation?search=kestrel');
  const actions = page.getByRole('menuitem');
  const openActions = async () => {
    await row(page, 'Kestrel Sports').hover();
    await page.getByRole('button', { name: 'Actions for Kestrel Sports' }).click();
    await expect(actions.filter({ hasText: 'View' })).toBeVisible();
  };
  await openActions();
  await expect(actions).toHaveText(['View', 'Edit', 'Disable', 'Delete']);
  await product.executeSql(withoutRights('enabled_organisation', 'delete_organisation'), []);
  await openAs('global.admin', '/organisation?search=kestrel');
  await openActions();
  await expect(actions).toHaveText(['View', 'Edit']);
});

test('organisations are hidden from users outside the platform', async ({ openAs, product }) => {
  const page = await openAs('org.admin');
  await expect(page.getByRole('link', { name: 'User List' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Organisation List|Create Organisation/ })).toHaveCount(0);
  await page.goto(product.urlOf('kestrel.localhost') + '/organisation');
  await expect(page.getByRole('heading', { name: phrase('app.denied.title') })).toBeVisible();
  await page.goto(product.urlOf('kestrel.localhost') + '/organisation/01900000-0000-7000-8000-000000000000/view');
  await expect(page.getByRole('heading', { name: 'Organisation not found' })).toBeVisible();
});

test('organisations are also shown as tiles with links to them and their portals, and the choice persists', async ({
  openAs,
  product,
}) => {
  const page = await openAs('global.admin', '/organisation');
  await page.getByRole('radio', { name: 'List' }).focus();
  await page.keyboard.press('ArrowRight');
  const tile = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Kestrel Sports' }) });
  await expect(tile.getByRole('link', { name: /kestrel\.localhost/ })).toHaveAttribute(
    'href',
    product.urlOf('kestrel.localhost'),
  );
  await expect(tile).toContainText('Enabled');
  await page.reload();
  await page.getByRole('searchbox', { name: /Search name/ }).fill('bramble');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([/^Bramble/]);
  await page.getByRole('link', { name: /^Bramble/ }).click();
  await expect(page).toHaveURL(/organisation\/.+\/view/);
});
