import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { demoPassword } from '../scripts/seed/demo-accounts.ts';
import { expect, test } from './test.ts';

const main = (page: Page) => page.getByRole('main');
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

/** Fills in an organisation with two domains, of which the second is the usual one. */
async function fill(page: Page, name: string, word: string) {
  await field(page, 'Name').fill(name);
  await field(page, 'E-mail').fill(`office@${word}.example`);
  await page.getByRole('combobox', { name: 'Country' }).fill('Ireland');
  await page.getByRole('option', { name: 'Ireland', exact: true }).click();
  await page.getByRole('combobox', { name: 'Default language' }).click();
  await page.getByRole('option', { name: 'English (en)' }).click();
  await page.getByLabel(/^Address/).fill('1 High Street, Dublin');
  await field(page, 'Portal address').fill(`http://${word}.localhost:8080/`);
  for (const [number, domain] of [`${word}.example`, `${word}.ie`].entries()) {
    await page.getByRole('button', { name: 'Add domain' }).click();
    await field(page, `Domain ${number + 1}`).fill(domain);
  }
  await page.getByRole('radio', { name: 'Domain 2 is the usual one' }).check();
}

test('the organisations are found in the menu, searched, sorted and paged', async ({ enter }) => {
  const page = await enter('global.admin');
  await page.getByRole('link', { name: 'Organisation List' }).click();
  await expect(page).toHaveURL(/\/organisation$/);
  await expect(page).toHaveTitle(/Organisation List/);
  await expect(main(page).getByRole('status').first()).toHaveText('2 organisations');
  await page.getByRole('searchbox', { name: /Search name/ }).fill('bramble.local');
  await expect(row(page, 'Bramble Toys')).toContainText('BRAMBLE');
  await expect(row(page, 'Kestrel')).toHaveCount(0);
  await page.getByRole('searchbox', { name: /Search name/ }).fill('nobody');
  await expect(page.getByRole('heading', { name: 'No organisation found for “nobody”' })).toBeVisible();
  await page.goto(page.url().replace(/\?.*/, '?sort=name:desc'));
  await expect(page.getByRole('row').nth(1)).toContainText('Kestrel Sports');
  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Bramble Toys');
});

test('an organisation is made, heads the list, and its portal offers its two domains', async ({ enter, product }) => {
  const page = await enter('global.admin', '/organisation/create');
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(field(page, 'Name')).toHaveAccessibleDescription(/This field is required/);
  await fill(page, 'Dublin Toys', 'dublin');
  const wide = page.getByRole('group', { name: 'Logo, landscape' });
  const choose = (name: string, buffer: Buffer) =>
    wide.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
  await choose('text.png', Buffer.from('I am a picture, believe me'));
  await expect(wide.getByText('Invalid file format')).toBeVisible();
  await choose('large.png', Buffer.alloc(6_291_456));
  await expect(wide.getByText('Please add image of size below 6MB')).toBeVisible();
  await choose('logo.png', readFileSync('docs/images/user-list.png'));
  await expect(page.getByText('File Uploaded Successfully')).toBeVisible();
  await expect(wide.locator('img')).toBeVisible();
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/node'));
  await page.getByRole('button', { name: 'Create organisation' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ nodeType: /organization/i });
  await expect(page.getByText('Dublin Toys is created')).toBeVisible();
  await expect(page).toHaveURL(/organisation\/.+\/view/);
  await page.reload();
  for (const words of ['DUBLINTOYS', 'dublin.localhost', 'Ireland', '1 High Street, Dublin', 'dublin.ie'])
    await expect(main(page)).toContainText(words);
  await page
    .getByRole('navigation', { name: 'Where you are' })
    .getByRole('link', { name: 'Organisation List' })
    .click();
  await expect(page.getByRole('row').nth(1)).toContainText('Dublin Toys');

  await page.goto(product.at('dublin.localhost'));
  await expect(page.locator('img[src^="/files/"]').first()).toBeVisible();
  const domain = page.getByRole('combobox', { name: 'Domain' });
  await expect(domain.getByRole('option')).toHaveText(['None', '@dublin.ie', '@dublin.example']);
});

test('what another organisation has is refused under its field', async ({ enter }) => {
  const page = await enter('global.admin', '/organisation/create');
  await fill(page, 'Copy', 'copy');
  await field(page, 'Portal address').fill('kestrel.localhost');
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(field(page, 'Portal address')).toHaveAccessibleDescription(/This address is taken/);
  await field(page, 'Portal address').fill('copy.localhost');
  await field(page, 'Domain 1').fill('kestrelsports.com');
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(page.getByText('This domain is taken')).toBeVisible();
  await page.getByRole('button', { name: 'Remove domain 1' }).click();
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(page.getByText('Copy is created')).toBeVisible();
});

test('an organisation is changed in its sections, and what was saved is kept', async ({ enter }) => {
  const page = await enter('global.admin', '/organisation?search=bramble');
  await page.getByRole('link', { name: 'Bramble Toys' }).click();
  await expect(main(page).getByRole('textbox')).toHaveCount(0);
  await main(page).getByRole('link', { name: 'Edit', exact: true }).click();
  for (const section of ['Details', 'Portal and domains', 'Modules'])
    await expect(page.getByRole('region', { name: section, exact: true })).toBeVisible();
  for (const tab of ['Details', 'Configuration', 'Theme', 'Modules'])
    await expect(page.getByRole('tab', { name: tab, exact: true })).toBeVisible();
  await field(page, 'Name').fill('Bramble Games');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Bramble Games is saved')).toBeVisible();
  await page.reload();
  await expect(field(page, 'Name')).toHaveValue('Bramble Games');
  await page.getByRole('button', { name: 'Remove domain 1' }).click();
  await page.getByRole('button', { name: 'Add domain' }).click();
  await field(page, 'Domain 1').fill('games.example');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Users sign in with a domain that was removed.')).toBeVisible();
});

test('the people of a closed organisation are out, and in again once it is opened', async ({
  enter,
  tokensOf,
  product,
}) => {
  const { accessToken: token } = await tokensOf('org.admin of bramble');
  const theirs = () => product.ask({ host: 'bramble.localhost', path: '/user-management/sessions', token });
  expect((await theirs()).status).toBe(200);
  const page = await enter('global.admin', '/organisation?search=bramble.local');
  await page.getByRole('link', { name: /^Bramble/ }).click();
  await act(page, 'Bramble', 'Disable');
  await expect(page.getByRole('dialog')).toContainText(/12 stores close with it\. \d+ users are signed out/);
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(main(page).getByText('Disabled', { exact: true })).toBeVisible();
  expect((await theirs()).status).toBe(401);
  const credentials = {
    username: 'org.admin@brambletoys.com',
    password: demoPassword,
    domainName: 'bramble.localhost',
  };
  const body = Object.fromEntries(Object.entries(credentials).map(([name, word]) => [name, btoa(word)]));
  const signIn = () => product.ask({ host: 'bramble.localhost', path: '/user-management/login', method: 'POST', body });
  expect((await signIn()).body.message).toContain('You are not allowed to logged in');
  await act(page, 'Bramble', 'Enable');
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(main(page).getByText('Enabled', { exact: true })).toBeVisible();
  expect((await signIn()).status).toBe(200);
});

test('a full organisation is not deleted and says what it holds; an empty one is gone after a question', async ({
  enter,
}) => {
  const page = await enter('global.admin', '/organisation/create');
  await fill(page, 'Pop-up', 'popup');
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await expect(page).toHaveURL(/view/);
  await act(page, 'Pop-up', 'Delete');
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await act(page, 'Pop-up', 'Delete');
  await expect(page.getByRole('button', { name: 'No', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Pop-up is deleted')).toBeVisible();
  await expect(page).toHaveURL(/organisation$/);
  await row(page, 'Kestrel Sports').hover();
  await act(page, 'Kestrel Sports', 'Delete');
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText(/Kestrel Sports was not deleted: it holds [\d,]+ places and \d+ users/)).toBeVisible();
});

test('whoever does not run the platform is offered none of it', async ({ enter, product }) => {
  const page = await enter('org.admin');
  await expect(page.getByRole('link', { name: 'User List' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Organisation List|Create Organisation/ })).toHaveCount(0);
  await page.goto(product.at('kestrel.localhost') + '/organisation');
  await expect(page.getByRole('heading', { name: 'You may not open this screen' })).toBeVisible();
  await page.goto(product.at('kestrel.localhost') + '/organisation/01900000-0000-7000-8000-000000000000/view');
  await expect(page.getByRole('heading', { name: 'No organisation at this address' })).toBeVisible();
});

test('the organisations are also shown as tiles, which lead to them and to their portals, and stay so', async ({
  enter,
  product,
}) => {
  const page = await enter('global.admin', '/organisation');
  await page.getByRole('radio', { name: 'List' }).focus();
  await page.keyboard.press('ArrowRight');
  const tile = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Kestrel Sports' }) });
  await expect(tile.getByRole('link', { name: /kestrel\.localhost/ })).toHaveAttribute(
    'href',
    product.at('kestrel.localhost'),
  );
  await expect(tile).toContainText('Enabled');
  await page.reload();
  await page.getByRole('searchbox', { name: /Search name/ }).fill('bramble');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([/^Bramble/]);
  await page.getByRole('link', { name: /^Bramble/ }).click();
  await expect(page).toHaveURL(/organisation\/.+\/view/);
});
