import { choose, head } from './import-file.ts';
import type { State } from './states.ts';
import { expect } from './test.ts';

/** The states of the screens of places and organisations, and of what happened to them. */
export const statesOfPlaces: readonly State[] = [
  {
    what: 'the tree',
    who: 'org.admin',
    path: '/structure/hierarchy',
    reach: (page) => expect(page.getByRole('treeitem', { name: /^Kestrel USA/ })).toBeVisible(),
  },
  {
    what: 'places found in the tree',
    who: 'org.admin',
    path: '/structure/hierarchy?search=leeds',
    reach: (page) => expect(page.getByRole('list', { name: 'Nodes found' })).toBeVisible(),
  },
  {
    what: 'the audit',
    who: 'org.admin',
    path: '/audit-trail',
    reach: (page) => expect(page.getByText(/Signed in/).first()).toBeVisible(),
  },
  {
    what: 'a new place',
    who: 'org.admin',
    path: '/structure/create',
    reach: async (page) => {
      await page.getByRole('combobox', { name: 'Level' }).click();
      await page.getByRole('option', { name: 'Store', exact: true }).click();
      await page.getByRole('combobox', { name: 'Company' }).click();
      await expect(page.getByRole('option', { name: /Kestrel UK/ })).toBeVisible();
    },
  },
  {
    what: 'a new place that lacks what is needed',
    who: 'org.admin',
    path: '/structure/create',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Create node' }).click();
      await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    },
  },
  {
    what: 'a place to be changed',
    who: 'org.admin',
    path: '/structure/hierarchy?search=briggate',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Leeds Briggate' }).click();
      await page.getByRole('main').getByRole('link', { name: 'Edit' }).click();
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Leeds Briggate');
    },
  },
  {
    what: 'the question where a place is to stand',
    who: 'org.admin',
    path: '/structure/hierarchy?search=lancashire',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Lancashire', exact: true }).click();
      await page.getByRole('button', { name: 'Actions for Lancashire' }).click();
      await page.getByRole('menuitem', { name: 'Move' }).click();
      await page.getByRole('combobox', { name: 'Trading region' }).fill('south');
      await expect(page.getByRole('option', { name: /South/ })).toBeVisible();
    },
  },
  {
    what: 'what can be done with a place',
    who: 'org.admin',
    path: '/structure/hierarchy?search=briggate',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Leeds Briggate' }).click();
      await page.getByRole('button', { name: 'Actions for Leeds Briggate' }).click();
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
    },
  },
  {
    what: 'the screen for files of places',
    who: 'org.admin',
    path: '/structure/import',
    reach: (page) => expect(page.getByRole('heading', { name: 'Earlier imports' })).toBeVisible(),
  },
  {
    what: 'a file of places with rows that are wrong',
    who: 'org.admin',
    path: '/structure/import',
    reach: async (page) => {
      await choose(page, [head, 'COMPANY,AXE-1,Axe,,GB,enabled', 'SHOP,,,nowhere,Britain,maybe']);
      await expect(page.getByText('Checked, not imported')).toBeVisible();
      await expect(page.getByText('This field is required').first()).toBeVisible();
    },
  },
  {
    what: 'the screen for settings of many places',
    who: 'org.admin',
    path: '/structure/bulk-override',
    reach: async (page) => {
      await page.getByRole('checkbox', { name: 'E-basket (1 value)' }).check();
      await page.getByLabel('Add a place').fill('Leeds Briggate');
      await page.getByRole('option', { name: 'Leeds Briggate' }).click();
      await expect(page.getByRole('button', { name: 'Remove Leeds Briggate' })).toBeVisible();
    },
  },
  {
    what: 'the question how many places get other settings',
    who: 'org.admin',
    path: '/structure/bulk-override',
    reach: async (page) => {
      await page.getByRole('checkbox', { name: 'E-basket (1 value)' }).check();
      await page.getByRole('radio', { name: 'Pasted codes' }).check();
      await page.getByLabel('Codes', { exact: true }).fill('UK-101 UK-102');
      await page.getByRole('button', { name: 'See how many' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    what: 'the screen for files of settings',
    who: 'org.admin',
    path: '/structure/settings-import',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Export' }).click();
      await expect(page.getByRole('menuitem', { name: 'Session' }).first()).toBeVisible();
    },
  },
  {
    what: 'who inherits below a place',
    who: 'org.admin',
    path: '/structure/hierarchy?search=lancashire',
    reach: async (page) => {
      const href = await page.getByRole('link', { name: 'Lancashire', exact: true }).getAttribute('href');
      const node = new URL(href ?? '', page.url()).searchParams.get('node');
      await page.goto(new URL(`/structure/radar/${node}`, page.url()).href);
      await expect(page.getByRole('region', { name: 'E-basket' })).toBeVisible();
    },
  },
  {
    what: 'what counts at each store below a place',
    who: 'org.admin',
    path: '/structure/hierarchy?search=lancashire',
    reach: async (page) => {
      const href = await page.getByRole('link', { name: 'Lancashire', exact: true }).getAttribute('href');
      const node = new URL(href ?? '', page.url()).searchParams.get('node');
      await page.goto(new URL(`/structure/radar/${node}`, page.url()).href);
      await page.getByRole('link', { name: 'What counts at each store' }).click();
      await expect(page.getByText('Preston Fishergate').first()).toBeVisible();
    },
  },
  {
    what: 'a place that is not there',
    who: 'org.admin',
    path: '/structure/hierarchy?node=0199a000-0000-7000-8000-000000000009',
    reach: (page) =>
      expect(page.getByText('This place does not exist, or lies outside your area.', { exact: true })).toBeVisible(),
  },
  {
    what: 'the list of organisations',
    who: 'global.admin',
    path: '/organisation',
    reach: (page) => expect(page.getByText('2 organisations')).toBeVisible(),
  },
  {
    what: 'the organisations as tiles',
    who: 'global.admin',
    path: '/organisation',
    async reach(page) {
      await page.getByRole('radio', { name: 'List' }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('heading', { name: 'Kestrel Sports' })).toBeVisible();
    },
  },
  {
    what: 'an empty form for an organisation that was sent',
    who: 'global.admin',
    path: '/organisation/create',
    async reach(page) {
      await page.getByRole('button', { name: 'Add domain' }).click();
      await page.getByRole('button', { name: 'Create organisation' }).click();
      await expect(page.getByText('This field is required')).toHaveCount(4);
    },
  },
  {
    what: 'one organisation to be read',
    who: 'global.admin',
    path: '/organisation?search=kestrel',
    async reach(page) {
      await page.locator('tbody a, main li a').first().click();
      await expect(page.getByText('kestrelsports.com').first()).toBeVisible();
    },
  },
  {
    what: 'one organisation to be changed',
    who: 'global.admin',
    path: '/organisation?search=kestrel',
    async reach(page) {
      await page.locator('tbody a, main li a').first().click();
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      await expect(page.getByRole('textbox', { name: 'Domain 2' })).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Theme' })).toBeVisible();
    },
  },
  {
    what: 'the question before an organisation is deleted',
    who: 'global.admin',
    path: '/organisation?search=bramble',
    async reach(page) {
      await page.locator('tbody a, main li a').first().click();
      await page.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];
