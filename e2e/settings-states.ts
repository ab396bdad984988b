import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import type { ScreenState } from './states.ts';
import { expect } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

/** Opens the edit page of an organisation at a tab. */
async function openEditTab(page: Page, tab: string) {
  await page.locator('tbody a, main li a').first().click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: tab }).click();
}

/** Opens one of the two dialogs for the products of a shirt. */
async function openSkuDialog(page: Page, row: string) {
  await page.getByRole('treeitem', { name: /^Kestrel UK/ }).click();
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'Modules' }).click();
  await page.getByRole('button', { name: 'Shirt, men: Set here' }).click();
  await page.getByRole('button', { name: `Shirt, men: ${row}: Select` }).click();
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
    name: 'the settings of all modules',
    ...organisation,
    async open(page) {
      await openEditTab(page, 'Modules');
      await expect(page.getByRole('heading', { name: 'Salesforce' })).toBeVisible();
    },
  },
  {
    name: 'settings found by their name, and none',
    ...organisation,
    async open(page) {
      await openEditTab(page, 'Modules');
      const search = page.getByRole('searchbox', { name: 'Find a setting' });
      await search.fill('no such setting');
      await expect(page.getByText('No settings match')).toBeVisible();
      await expectAccessible(page, 'a search for settings without a match');
      await search.fill('tax mode');
      await expect(page.getByRole('button', { name: 'Tax mode Basket' })).toBeVisible();
    },
  },
  {
    name: 'a setting with an invalid value',
    ...organisation,
    async open(page) {
      await openEditTab(page, 'Configuration');
      await page.getByRole('textbox', { name: 'Idle sign-out' }).fill('soon');
      await page.getByRole('button', { name: 'Review changes' }).click();
      await page.getByRole('textbox', { name: 'Reason' }).fill('Why not');
      await expect(page.getByText(phrase('errors.field.duration'))).toBeVisible();
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
      await expect(page.getByText(phrase('settings.chain.title'))).toBeVisible();
    },
  },
  {
    name: 'the SKUs of a badge',
    account: 'org.admin',
    path: '/structure/hierarchy',
    async open(page) {
      await openSkuDialog(page, 'Badge');
      await page.getByRole('textbox', { name: 'Filter by SKU' }).fill('KS-HO');
      await page.getByRole('button', { name: 'Add KS-HO-SH-M' }).click();
      await page.getByRole('button', { name: 'Add KS-HO-SH-W' }).click();
      await expect(page.getByRole('radio', { name: 'VAT on KS-HO-SH-W' })).toBeVisible();
    },
  },
  {
    name: 'the SKUs of name and number',
    account: 'org.admin',
    path: '/structure/hierarchy',
    async open(page) {
      await openSkuDialog(page, 'Name and number');
      await page.getByRole('textbox', { name: 'Number SKU: By ID' }).fill('KS-NUMBER');
      await expect(page.getByRole('radio', { name: 'Select KS-NUMBER-0' })).toBeVisible();
    },
  },
  {
    name: 'a tested connection',
    account: 'org.admin',
    path: '/structure/hierarchy',
    async open(page) {
      await page.getByRole('treeitem', { name: /^Kestrel UK/ }).click();
      await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
      await page.getByRole('tab', { name: 'Modules' }).click();
      for (const [name, value] of [
        ['FTP URL', 'ftp://10.0.0.1'],
        ['Folder name', 'outbound'],
      ] as const) {
        await page.getByRole('button', { name: `${name}: Set here` }).click();
        await page.getByRole('textbox', { name }).fill(value);
      }
      await page
        .getByRole('region', { name: 'Sales export', exact: true })
        .getByRole('button', { name: 'Test connection' })
        .click();
      await expect(page.getByText(containing('settings.connection.privateAddress'))).toBeVisible();
    },
  },
  {
    name: 'an empty webhook list',
    ...organisation,
    path: '/organisation?search=bramble',
    async open(page) {
      await openEditTab(page, 'Configuration');
      await expect(page.getByText('No webhooks yet')).toBeVisible();
    },
  },
  {
    name: 'a new webhook with a private URL',
    ...organisation,
    async open(page) {
      await openEditTab(page, 'Configuration');
      await page.getByRole('button', { name: 'Add webhook' }).click();
      await page.getByLabel('Description').fill('Tills');
      await page.getByRole('radio', { name: 'Chosen sections' }).check();
      await page.getByRole('checkbox', { name: 'Users', exact: true }).check();
      await page.getByRole('group', { name: 'Users' }).getByRole('checkbox', { name: 'Deleted' }).uncheck();
      await page.getByRole('checkbox', { name: 'Security', exact: true }).check();
      await page.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/in');
      await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
      await expect(page.getByText(containing('errors.field.privateAddress'))).toBeVisible();
    },
  },
  {
    name: 'the secret and the deliveries of a webhook',
    ...organisation,
    async open(page, isPhone) {
      const name = isPhone ? 'Stock' : 'Tills';
      await openEditTab(page, 'Configuration');
      await page.getByRole('button', { name: 'Add webhook' }).click();
      await page.getByLabel('Description').fill(name);
      await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/in');
      await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
      await expect(page.getByText(/^whsec_/)).toBeVisible();
      await expectAccessible(page, 'the secret of a webhook');
      await page.getByRole('button', { name: phrase('webhooks.secret.copied') }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expectAccessible(page, 'the webhooks of a node');
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Messages' }).click();
      await page.getByRole('button', { name: 'Send a test' }).click();
      await expect(page.getByText(/No connection, 1 try/)).toBeVisible();
      await expectAccessible(page, 'the deliveries of a webhook');
      await page.getByRole('button', { name: phrase('webhooks.replay.action') }).click();
      const replay = page.getByRole('dialog', { name: phrase('webhooks.replay.title', { name }) });
      await replay.getByRole('button', { name: 'Send again' }).click();
      await expect(replay.getByRole('textbox', { name: 'From' })).toHaveAttribute('aria-invalid', 'true');
      await expectAccessible(page, 'sending messages again from a date');
      await replay.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: containing('webhooks.deliveries.details') }).click();
      await expect(page.getByRole('region', { name: 'Message' })).toContainText('webhook.test');
    },
  },
  {
    name: 'settings at another time',
    ...organisation,
    async open(page) {
      await openEditTab(page, 'Configuration');
      await page.getByRole('button', { name: phrase('settings.asOf.choose') }).click();
      await page.getByRole('textbox', { name: 'Day' }).fill('24/12/2035');
      await page.getByRole('button', { name: 'View', exact: true }).click();
      await expect(page.getByText(phrase('settings.asOf.readOnly'))).toBeVisible();
      await page.getByRole('button', { name: phrase('settings.asOf.choose') }).click();
      await expect(page.getByRole('textbox', { name: 'Day' })).toBeVisible();
    },
  },
  {
    name: 'the history of settings',
    ...organisation,
    async open(page) {
      await openEditTab(page, 'Modules');
      await page.getByRole('button', { name: 'History' }).first().click();
      await expect(page.getByText('No changes yet.')).toBeVisible();
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
