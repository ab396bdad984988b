import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import type { ScreenState } from './states.ts';
import { expect } from './test.ts';

/** Opens the edit page of an organisation at a tab. */
async function openEditTab(page: Page, tab: string) {
  await page.locator('tbody a, main li a').first().click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: tab }).click();
}

const organisation = { account: 'global.admin', path: '/organisation?search=kestrel' } as const;

export const settingsStates: readonly ScreenState[] = [
  {
    name: 'the settings of a node',
    ...organisation,
    async open(page) {
      await openEditTab(page, 'Configuration');
      await expect(page.getByRole('heading', { name: 'Session' })).toBeVisible();
      await expect(page.getByText(/below$/).first()).toBeVisible();
    },
  },
  {
    name: 'a setting with an invalid value',
    ...organisation,
    async open(page) {
      await openEditTab(page, 'Configuration');
      await page.getByRole('textbox', { name: 'Idle sign-out' }).fill('soon');
      await page.getByRole('textbox', { name: 'Reason' }).fill('Why not');
      await expect(page.getByText('Enter a time as hh:mm:ss')).toBeVisible();
    },
  },
  {
    name: 'the inheritance chain of a setting',
    ...organisation,
    async open(page) {
      await openEditTab(page, 'Configuration');
      await page
        .getByRole('group', { name: 'Idle sign-out' })
        .getByRole('button', { name: /^Set here/ })
        .click();
      await expect(page.getByText('From the top down')).toBeVisible();
    },
  },
  {
    name: 'an empty webhook list',
    ...organisation,
    path: '/organisation?search=bramble',
    async open(page) {
      await openEditTab(page, 'Configuration');
      await page.getByRole('button', { name: 'Webhooks' }).click();
      await expect(page.getByText('No webhooks yet')).toBeVisible();
    },
  },
  {
    name: 'a new webhook with a private URL',
    ...organisation,
    async open(page) {
      await openEditTab(page, 'Configuration');
      await page.getByRole('button', { name: 'Webhooks' }).click();
      await page.getByRole('button', { name: 'Add webhook' }).click();
      await page.getByLabel('Description').fill('Tills');
      await page.getByRole('radio', { name: 'Chosen sections' }).check();
      await page.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/in');
      await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
      await expect(page.getByText('it belongs to a private network')).toBeVisible();
    },
  },
  {
    name: 'the secret and the deliveries of a webhook',
    ...organisation,
    async open(page, isPhone) {
      const name = isPhone ? 'Stock' : 'Tills';
      await openEditTab(page, 'Configuration');
      await page.getByRole('button', { name: 'Webhooks' }).click();
      await page.getByRole('button', { name: 'Add webhook' }).click();
      await page.getByLabel('Description').fill(name);
      await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/in');
      await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
      await expect(page.getByText(/^whsec_/)).toBeVisible();
      await expectAccessible(page, 'the secret of a webhook');
      await page.getByRole('button', { name: 'I have copied it' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expectAccessible(page, 'the webhooks of a node');
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Messages' }).click();
      await page.getByRole('button', { name: 'Send a test' }).click();
      await expect(page.getByText(/No connection, 1 try/)).toBeVisible();
    },
  },
  {
    name: 'settings at another time',
    ...organisation,
    async open(page) {
      await openEditTab(page, 'Configuration');
      await page.getByRole('button', { name: 'Another time' }).click();
      await page.getByRole('textbox', { name: 'Day' }).fill('24/12/2035');
      await page.getByRole('button', { name: 'Look', exact: true }).click();
      await expect(page.getByText('Nothing can be changed here.')).toBeVisible();
      await page.getByRole('button', { name: 'Another time' }).click();
      await expect(page.getByRole('textbox', { name: 'Day' })).toBeVisible();
    },
  },
  {
    name: 'the history of settings',
    ...organisation,
    async open(page) {
      await openEditTab(page, 'Modules');
      await page.getByRole('button', { name: 'History' }).click();
      await expect(page.getByText('Nothing was changed here yet.')).toBeVisible();
    },
  },
  {
    name: 'the theme studio',
    ...organisation,
    async open(page) {
      await openEditTab(page, 'Theme');
      await expect(page.getByRole('heading', { name: 'Brand' })).toBeVisible();
    },
  },
];
