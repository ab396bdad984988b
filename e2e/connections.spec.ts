import type { Locator, Page } from '@playwright/test';
import { ftpAccount, startFtpServer } from '../api/test/ftp-servers.ts';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

/** Opens a section of the module settings of a company for editing. */
async function openSection(page: Page, section: string): Promise<Locator> {
  await page.getByRole('treeitem', { name: /^Kestrel UK/ }).click();
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'Modules', exact: true }).click();
  await page.getByRole('button', { name: section, exact: true }).click();
  const region = page.getByRole('region', { name: section, exact: true });
  await expect(region).toBeVisible();
  return region;
}

const field = (section: Locator, name: string) =>
  section.getByRole('group', { name, exact: true }).getByLabel(name, { exact: true });
/** Gives the location an own value of a field. */
const setHere = (section: Locator, name: string) => section.getByRole('button', { name: `${name}: Set here` }).click();
const connectionTest = (section: Locator) => section.getByRole('region', { name: 'Test connection' });
const runTest = (section: Locator) => connectionTest(section).getByRole('button', { name: 'Test connection' }).click();

test('the connection of the sales export is tested with what is typed and with what is stored', async ({ openAs }) => {
  const ftp = await startFtpServer();
  try {
    const page = await openAs('org.admin', '/structure/hierarchy');
    const section = await openSection(page, 'Sales export');
    await runTest(section);
    await expect(field(section, 'Folder name')).toHaveAccessibleDescription(/Folder name is mandatory field/);
    await expect(connectionTest(section)).toContainText(phrase('settings.connection.failed'));

    for (const name of ['FTP URL', 'Username', 'Password', 'Folder name', 'Version URL']) await setHere(section, name);
    await field(section, 'FTP URL').fill(ftp.url);
    await field(section, 'Username').fill(ftpAccount.username);
    await field(section, 'Password').fill('not the password');
    await field(section, 'Folder name').fill('outbound');
    await runTest(section);
    await expect(connectionTest(section)).toContainText(`localhost:${ftp.port} Sign-in refused`);
    await field(section, 'Password').fill(ftpAccount.password);
    // a result counts only for the values that were tested
    await expect(connectionTest(section)).not.toContainText('Sign-in refused');
    await field(section, 'Folder name').fill('inbound');
    await runTest(section);
    await expect(connectionTest(section)).toContainText(phrase('settings.connection.folderMissing'));
    await field(section, 'Folder name').fill('outbound');
    await runTest(section);
    await expect(connectionTest(section)).toContainText(containing('settings.connection.connectedPlain'));
    await field(section, 'FTP URL').fill('ftp://10.0.0.1');
    await runTest(section);
    await expect(connectionTest(section)).toContainText(containing('settings.connection.privateAddress'));

    await field(section, 'FTP URL').fill(ftp.url);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(field(section, 'Version URL')).toHaveAccessibleDescription(/Version URL is mandatory field/);
    await field(section, 'Version URL').fill('https://sales.example.com/version');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText(phrase('settings.saved.now', { name: 'Kestrel UK' })).first()).toBeVisible();
    await page.reload();
    await expect(page.getByText(ftpAccount.password)).toHaveCount(0);
    await runTest(section);
    await expect(connectionTest(section)).toContainText(containing('settings.connection.connectedPlain'));
    await field(section, 'FTP URL').fill('ftp://localhost:1');
    await runTest(section);
    await expect(connectionTest(section)).toContainText(containing('settings.connection.secretNeeded'));
  } finally {
    await ftp.close();
  }
});

test('the connection of Salesforce is tested and its secret is never shown again', async ({ openAs }) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  const section = await openSection(page, 'Salesforce');
  for (const name of ['Client ID', 'Client secret', 'Version', 'Site ID', 'URL']) await setHere(section, name);
  await page.getByRole('button', { name: 'Grant type: Set here' }).click();
  await field(section, 'Grant type').click();
  await page.getByRole('option', { name: 'client_credentials' }).click();
  await field(section, 'Client ID').fill('kestrel');
  await field(section, 'Client secret').fill('a secret of Salesforce');
  await field(section, 'Version').fill('v24_5');
  await field(section, 'Site ID').fill('KestrelGB');
  await field(section, 'URL').fill('https://192.168.0.1');
  await runTest(section);
  await expect(connectionTest(section)).toContainText('192.168.0.1 Refused: the address belongs to a private network.');
  await field(section, 'URL').fill('https://localhost:1');
  await runTest(section);
  await expect(connectionTest(section)).toContainText('localhost:1 No connection.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(phrase('settings.saved.now', { name: 'Kestrel UK' })).first()).toBeVisible();
  await page.reload();
  await expect(field(section, 'Site ID')).toHaveValue('KestrelGB');
  await expect(field(section, 'Version')).toHaveValue('v24_5');
  await expect(page.getByRole('group', { name: 'Client secret', exact: true })).toContainText('••••••');
  expect(await page.content()).not.toContain('a secret of Salesforce');
  await runTest(section);
  await expect(connectionTest(section)).toContainText('No connection.');
});
