import { chooseFile, nodeHeader } from './import-file.ts';
import type { ScreenState } from './states.ts';
import { expect } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

/** States of the screens of nodes, organisations, settings and audit. */
export const structureStates: readonly ScreenState[] = [
  {
    name: 'the node tree',
    account: 'org.admin',
    path: '/structure/hierarchy',
    open: (page) => expect(page.getByRole('treeitem', { name: /^Kestrel USA/ })).toBeVisible(),
  },
  {
    name: 'search results in the tree',
    account: 'org.admin',
    path: '/structure/hierarchy?search=leeds',
    open: (page) => expect(page.getByRole('list', { name: 'Locations found' })).toBeVisible(),
  },
  {
    name: 'the audit',
    account: 'org.admin',
    path: '/audit-trail',
    open: (page) => expect(page.getByText(/Signed in/).first()).toBeVisible(),
  },
  {
    name: 'the form of a new node',
    account: 'org.admin',
    path: '/structure/create',
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Level' }).click();
      await page.getByRole('option', { name: 'Store', exact: true }).click();
      await page.getByRole('combobox', { name: 'Company' }).click();
      await expect(page.getByRole('option', { name: /Kestrel UK/ })).toBeVisible();
    },
  },
  {
    name: 'a node form with missing values',
    account: 'org.admin',
    path: '/structure/create',
    open: async (page) => {
      await page.getByRole('button', { name: 'Create location' }).click();
      await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    },
  },
  {
    name: 'the edit form of a node',
    account: 'org.admin',
    path: '/structure/hierarchy?search=briggate',
    open: async (page) => {
      await page.getByRole('link', { name: 'Leeds Briggate' }).click();
      await page.getByRole('main').getByRole('link', { name: 'Edit' }).click();
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Leeds Briggate');
    },
  },
  {
    name: 'the dialog to move a node',
    account: 'org.admin',
    path: '/structure/hierarchy?search=lancashire',
    open: async (page) => {
      await page.getByRole('link', { name: 'Lancashire', exact: true }).click();
      await page.getByRole('button', { name: 'Actions for Lancashire' }).click();
      await page.getByRole('menuitem', { name: 'Move' }).click();
      await page.getByRole('combobox', { name: 'Trading region' }).fill('south');
      await expect(page.getByRole('option', { name: /South/ })).toBeVisible();
    },
  },
  {
    name: 'the actions of a node',
    account: 'org.admin',
    path: '/structure/hierarchy?search=briggate',
    open: async (page) => {
      await page.getByRole('link', { name: 'Leeds Briggate' }).click();
      await page.getByRole('button', { name: 'Actions for Leeds Briggate' }).click();
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
    },
  },
  {
    name: 'the node import',
    account: 'org.admin',
    path: '/structure/import',
    open: (page) => expect(page.getByRole('heading', { name: 'Previous imports' })).toBeVisible(),
  },
  {
    name: 'a node import with invalid rows',
    account: 'org.admin',
    path: '/structure/import',
    open: async (page) => {
      await chooseFile(page, [nodeHeader, 'COMPANY,AXE-1,Axe,,GB,enabled', 'SHOP,,,nowhere,Britain,maybe']);
      await expect(page.getByText('Checked, not imported')).toBeVisible();
      await expect(page.getByText(phrase('errors.field.required')).first()).toBeVisible();
    },
  },
  {
    name: 'the bulk override',
    account: 'org.admin',
    path: '/structure/bulk-override',
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'E-basket (1 value)' }).check();
      await page.getByLabel('Add a location').fill('Leeds Briggate');
      await page.getByRole('option', { name: 'Leeds Briggate' }).click();
      await expect(page.getByRole('button', { name: 'Remove Leeds Briggate' })).toBeVisible();
    },
  },
  {
    name: 'the preview of a bulk override',
    account: 'org.admin',
    path: '/structure/bulk-override',
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'E-basket (1 value)' }).check();
      await page.getByRole('radio', { name: 'Pasted codes' }).check();
      await page.getByLabel('Codes', { exact: true }).fill('UK-101 UK-102');
      await page.getByRole('button', { name: 'Review changes' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'the settings import',
    account: 'org.admin',
    path: '/structure/settings-import',
    open: async (page) => {
      await page.getByRole('button', { name: 'Export' }).click();
      await expect(page.getByRole('menuitem', { name: 'Session' }).first()).toBeVisible();
    },
  },
  {
    name: 'the override radar',
    account: 'org.admin',
    path: '/structure/hierarchy?search=lancashire',
    open: async (page) => {
      const href = await page.getByRole('link', { name: 'Lancashire', exact: true }).getAttribute('href');
      const node = new URL(href ?? '', page.url()).searchParams.get('node');
      await page.goto(new URL(`/structure/radar/${node}`, page.url()).href);
      await expect(page.getByRole('region', { name: 'E-basket' })).toBeVisible();
    },
  },
  {
    name: 'who may perform an action at a location',
    account: 'org.admin',
    path: '/structure/hierarchy?search=lancashire',
    open: async (page) => {
      const href = await page.getByRole('link', { name: 'Lancashire', exact: true }).getAttribute('href');
      const node = new URL(href ?? '', page.url()).searchParams.get('node');
      await page.goto(new URL(`/structure/access/${node}`, page.url()).href);
      await expect(page.getByRole('combobox', { name: 'Action' })).toBeVisible();
      await expect(page.getByText(/^\d+ users?$/)).toBeVisible();
    },
  },
  {
    name: 'effective values per store',
    account: 'org.admin',
    path: '/structure/hierarchy?search=lancashire',
    open: async (page) => {
      const href = await page.getByRole('link', { name: 'Lancashire', exact: true }).getAttribute('href');
      const node = new URL(href ?? '', page.url()).searchParams.get('node');
      await page.goto(new URL(`/structure/radar/${node}`, page.url()).href);
      await page.getByRole('link', { name: phrase('settings.values.link') }).click();
      await expect(page.getByText('Preston Fishergate').first()).toBeVisible();
    },
  },
  {
    name: 'an unknown node',
    account: 'org.admin',
    path: '/structure/hierarchy?node=0199a000-0000-7000-8000-000000000009',
    open: (page) => expect(page.getByText(phrase('errors.node.unknown'), { exact: true })).toBeVisible(),
  },
  {
    name: 'the list of organisations',
    account: 'global.admin',
    path: '/organisation',
    open: (page) => expect(page.getByText('2 organisations')).toBeVisible(),
  },
  {
    name: 'the organisations as tiles',
    account: 'global.admin',
    path: '/organisation',
    async open(page) {
      await page.getByRole('radio', { name: 'List' }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('heading', { name: 'Kestrel Sports' })).toBeVisible();
    },
  },
  {
    name: 'an empty organisation form after submit',
    account: 'global.admin',
    path: '/organisation/create',
    async open(page) {
      await page.getByRole('button', { name: 'Add domain' }).click();
      await page.getByRole('button', { name: 'Create organisation' }).click();
      await expect(page.getByText(phrase('errors.field.required'))).toHaveCount(4);
    },
  },
  {
    name: 'the view of an organisation',
    account: 'global.admin',
    path: '/organisation?search=kestrel',
    async open(page) {
      await page.locator('tbody a, main li a').first().click();
      await expect(page.getByText('kestrelsports.com').first()).toBeVisible();
    },
  },
  {
    name: 'the edit form of an organisation',
    account: 'global.admin',
    path: '/organisation?search=kestrel',
    async open(page) {
      await page.locator('tbody a, main li a').first().click();
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await expect(page.getByRole('textbox', { name: 'Domain 2' })).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Theme' })).toBeVisible();
    },
  },
  {
    name: 'the confirmation before an organisation is deleted',
    account: 'global.admin',
    path: '/organisation?search=bramble',
    async open(page) {
      await page.locator('tbody a, main li a').first().click();
      await page.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];
