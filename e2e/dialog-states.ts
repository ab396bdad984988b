import type { Page } from '@playwright/test';
import { bitmap } from './bitmap.ts';
import type { ScreenState } from './states.ts';
import { expect } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

const dialog = (page: Page) => page.getByRole('dialog').last();
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openModules(page: Page, node: string) {
  await page.getByRole('treeitem', { name: new RegExp(`^${node}`) }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2, name: node })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'Modules', exact: true }).click();
  await expect(region(page, 'Hotkeys')).toBeVisible();
}

/** Opens the dialog that selects the value of a field of the sales export. */
async function openSelection(page: Page, field: string) {
  await openModules(page, 'Kestrel UK');
  await region(page, 'Sales export')
    .getByRole('button', { name: `${field}: Set here`, exact: true })
    .click();
  await region(page, 'Sales export')
    .getByRole('button', { name: `${field}: Select`, exact: true })
    .click();
  await expect(dialog(page).getByRole('radio').first()).toBeVisible();
}

/** Opens one of the two dialogs for the products of a garment. */
async function openSkuDialog(page: Page, garment: string, row: 'Badge' | 'Name and number') {
  await openModules(page, 'Kestrel UK');
  await page.getByRole('button', { name: `${garment}: Set here` }).click();
  await page.getByRole('button', { name: `${garment}: ${row}: Select` }).click();
  await expect(dialog(page)).toBeVisible();
}

const ids = Array.from({ length: 14 }, (_, index) => `0199a000-0000-7000-8000-${String(index).padStart(12, '0')}`);
const key = (SKU: string, displayName: string, more: object = {}) => ({ type: 'hotkey', SKU, displayName, ...more });
const [front, folder] = ids;

/** Keys with names of every script and length, of each colour, in a folder, and of products that are there and not. */
const companyRows = [
  [front, { type: 'page', displayName: 'Front', names: { de: 'Vorderseite', 'ja-JP': 'フロント' } }],
  [folder, { type: 'group', displayName: 'Match day', icon: 'ticket', colour: 'warn', parentId: front }],
  [ids[2], key('KS-HO-SH-M', 'Home shirt, men', { parentId: front, colour: 'primary', icon: 'shirt' })],
  [ids[3], key('KS-HO-SH-W', 'Grössenberatung für Torwarthandschuhe, Schienbeinschoner 2026', { parentId: front })],
  [ids[4], key('KS-HO-SO-W', 'قميص الفريق الأحمر للنساء', { parentId: front, colour: 'success' })],
  [
    ids[5],
    key('KS-HO-SO-M', '日本語のとても長い表示名のシャツ、男性用、二〇二六年', { parentId: front, colour: 'error' }),
  ],
  [ids[6], key('KS-GONE-1', '🧢 Cap 👩‍👩‍👧', { parentId: front, icon: 'gift' })],
  [ids[7], key('KS-NUMBER-7', 'Number 7', { parentId: folder })],
  [ids[8], key('KS-NUMBER-1', 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenhülle', { parentId: folder })],
  [ids[9], key('KS-NAME-W-GOLD', 'Name in gold', { parentId: front, colour: 'neutral', icon: 'star' })],
] as const;

/** What a location has of its own: another name, a key that it hides, and one that it adds. */
const ownRows = {
  [ids[2]!]: { action: 'replace', values: key('KS-HO-SH-M', 'Home shirt', { parentId: front, colour: 'primary' }) },
  [ids[9]!]: { action: 'hide' },
  [ids[10]!]: { action: 'add', after: ids[2], values: key('KS-HO-SH-K', 'Junior shirt', { parentId: front }) },
};

/** Stores changed rows of the layout of the root of the signed-in user, or of the location whose form is open. */
async function putRows(page: Page, node: 'root' | 'open', rows: object) {
  const result = await page.evaluate(
    async ([of, changes]) => {
      const { accessToken, idToken } = JSON.parse(localStorage.getItem('SESSION') ?? '{}') as Record<string, string>;
      const [, csrf = ''] = /XSRF-TOKEN=([^;]+)/.exec(document.cookie) ?? [];
      const claims = [accessToken, idToken].map((token) => atob((token ?? '..').split('.')[1] ?? '')).join(' ');
      const root = /NODE::([\w-]+)/.exec(claims)?.[1];
      const id = of === 'root' ? root : /[0-9a-f-]{36}/.exec(location.pathname)?.[0];
      const response = await fetch(`/node-management/node/${id}/settings/hotkeys`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${accessToken}`,
          'content-type': 'application/json',
          'x-xsrf-token': csrf,
        },
        body: JSON.stringify({ fields: { keys: { value: { rows: changes } } } }),
      });
      return [response.status, await response.text()];
    },
    [node, rows] as const,
  );
  expect(result).toEqual([200, expect.any(String)]);
}

/** Opens the hotkeys of a location that inherits keys and has changed some. */
async function openHotkeys(page: Page) {
  await putRows(
    page,
    'root',
    Object.fromEntries(
      companyRows.map(([id, values], index) => [
        id,
        { action: 'add', after: companyRows[index - 1]?.[0] ?? 'first', values },
      ]),
    ),
  );
  await openModules(page, 'Kestrel UK');
  await putRows(page, 'open', ownRows);
  await page.reload();
  await region(page, 'Hotkeys').scrollIntoViewIfNeeded();
  await expect(region(page, 'Hotkeys').getByRole('button', { name: 'View Junior shirt' })).toBeVisible();
}

const openKey = async (page: Page, button: string) => {
  await openHotkeys(page);
  await region(page, 'Hotkeys').getByRole('button', { name: button, exact: true }).click();
  await expect(dialog(page)).toBeVisible();
};

/** Opens the dialog of a key and changes its display name. */
async function fillDisplayName(page: Page, name: string) {
  await openKey(page, 'Edit Home shirt');
  await dialog(page)
    .getByRole('button', { name: /^Names in/ })
    .click();
  await dialog(page).getByRole('textbox', { name: 'Display name' }).fill(name);
}

async function openGrid(page: Page) {
  await openHotkeys(page);
  await region(page, 'Hotkeys').getByText('Grid', { exact: true }).click();
  await expect(region(page, 'Hotkeys').getByRole('gridcell').first()).toBeVisible();
  await region(page, 'Hotkeys').scrollIntoViewIfNeeded();
}

const hierarchy = { account: 'org.admin', path: '/structure/hierarchy' } as const;

/** States of the dialogs of sales export, products and hotkeys, and of the designer. */
export const dialogStates: readonly ScreenState[] = [
  {
    name: 'the APIs of a sales export without a provider',
    ...hierarchy,
    async open(page) {
      await openSelection(page, 'API');
      await expect(page.getByText(containing('settings.selectApi.none'))).toBeVisible();
    },
  },
  {
    name: 'a missing API of a sales export',
    ...hierarchy,
    async open(page) {
      await page.route('**/settings/integration', (route) =>
        route.fulfill({ json: { result: { fields: { provider: { value: 'Netsuite' } } } } }),
      );
      await openSelection(page, 'API');
      await expect(dialog(page).getByRole('radio', { name: 'Netsuite' })).toBeEnabled();
      await dialog(page).getByRole('button', { name: 'OK' }).click();
      await expect(page.getByText('Please select an API', { exact: true })).toBeVisible();
    },
  },
  { name: 'the queue of a sales export', ...hierarchy, open: (page) => openSelection(page, 'Queue') },
  {
    name: 'a badge with one SKU',
    ...hierarchy,
    async open(page) {
      await openSkuDialog(page, 'Shorts, women', 'Badge');
      await page.getByRole('textbox', { name: 'Filter by SKU' }).fill('KS-HO-SO');
      await page.getByRole('button', { name: 'Add KS-HO-SO-W' }).click();
      await expect(dialog(page).getByRole('button', { name: 'Yes' })).toBeEnabled();
    },
  },
  {
    name: 'a badge with invalid images',
    ...hierarchy,
    async open(page) {
      await openSkuDialog(page, 'Shirt, women', 'Badge');
      await page.getByRole('textbox', { name: 'Filter by SKU' }).fill('KS-NO-SUCH');
      await expect(dialog(page).getByText('No product')).toBeVisible();
      await page.getByRole('textbox', { name: /^Badge URL/ }).fill('ftp://files.example.com');
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles({ name: 'logo.bmp', mimeType: 'image/bmp', buffer: bitmap(80, 80) });
      await expect(page.getByText('Image ratio 3:4 allowed')).toHaveCount(2);
    },
  },
  {
    name: 'a failed search for the SKUs of a badge',
    ...hierarchy,
    async open(page) {
      await page.route('**/product-management/products?*', (route) => route.abort());
      await openSkuDialog(page, 'Shorts, men', 'Badge');
      await page.getByRole('textbox', { name: 'Filter by SKU' }).fill('KS-HO');
      await expect(dialog(page).getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'a search for the SKU of a name',
    ...hierarchy,
    async open(page) {
      await openSkuDialog(page, 'Shirt, women', 'Name and number');
      await page.route('**/product-management/products?*', () => undefined);
      await page.getByRole('textbox', { name: 'Name SKU: By Name' }).fill('printing');
      await expect(dialog(page).getByRole('table').first()).toHaveAttribute('aria-busy', 'true');
    },
  },
  {
    name: 'a name and a number that are selected',
    ...hierarchy,
    async open(page) {
      await openSkuDialog(page, 'Shorts, men', 'Name and number');
      await page.getByRole('textbox', { name: 'Name SKU: By ID' }).fill('KS-NAME');
      await page.getByRole('radio', { name: 'Select KS-NAME-W-GOLD' }).check();
      await page.getByRole('textbox', { name: 'Name SKU: By ID' }).fill('KS-NAME-M');
      await expect(dialog(page).getByRole('radio', { name: /KS-NAME-W-GOLD · / })).toBeChecked();
      await page.getByRole('textbox', { name: 'Number SKU: By ID' }).fill('KS-NUMBER');
      await page.getByRole('radio', { name: 'Select KS-NUMBER-1', exact: true }).check();
      await expect(dialog(page).getByRole('button', { name: 'OK' })).toBeEnabled();
    },
  },
  {
    name: 'a new hotkey whose product is being found',
    ...hierarchy,
    async open(page) {
      await openKey(page, 'Add hotkey');
      await dialog(page)
        .getByRole('combobox', { name: phrase('settings.hotkeys.searchName') })
        .fill('home shirt');
      await expect(page.getByRole('option', { name: /KS-/ }).first()).toBeVisible();
    },
  },
  {
    name: 'a changed hotkey that is about to be left',
    ...hierarchy,
    async open(page) {
      await fillDisplayName(page, 'Shirt');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toBeVisible();
    },
  },
  {
    name: 'a hotkey without a name',
    ...hierarchy,
    async open(page) {
      await fillDisplayName(page, '');
      await dialog(page).getByRole('textbox', { name: 'Display name' }).blur();
      await expect(dialog(page).getByText(phrase('errors.field.required'))).toBeVisible();
    },
  },
  { name: 'the view of a hotkey', ...hierarchy, open: (page) => openKey(page, 'View Home shirt') },
  { name: 'a new group of hotkeys', ...hierarchy, open: (page) => openKey(page, 'Add group') },
  { name: 'a group of hotkeys', ...hierarchy, open: (page) => openKey(page, 'Edit Match day') },
  { name: 'the view of a group of hotkeys', ...hierarchy, open: (page) => openKey(page, 'View Match day') },
  { name: 'the table of hotkeys', ...hierarchy, open: openHotkeys },
  { name: 'the grid of hotkeys', ...hierarchy, open: openGrid },
  {
    name: 'a hotkey whose product is gone, as a phone shows it',
    ...hierarchy,
    async open(page) {
      await openGrid(page);
      await region(page, 'Hotkeys').getByText('Phone', { exact: true }).click();
      await region(page, 'Hotkeys').getByRole('gridcell', { name: /Cap/ }).click();
      await expect(region(page, 'Hotkeys').getByText(phrase('settings.designer.productGone')).last()).toBeVisible();
      await region(page, 'Hotkeys').getByRole('textbox', { name: 'Find key' }).fill('shirt');
      await region(page, 'Hotkeys')
        .getByRole('toolbar')
        .evaluate((toolbar) => toolbar.scrollIntoView({ block: 'center' }));
    },
  },
  {
    name: 'an empty folder of hotkeys',
    ...hierarchy,
    async open(page) {
      await openGrid(page);
      await region(page, 'Hotkeys')
        .getByRole('gridcell', { name: /Match day/ })
        .dblclick();
      await expect(region(page, 'Hotkeys').getByRole('gridcell')).toHaveCount(2);
      await region(page, 'Hotkeys').getByRole('gridcell').first().click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await expect(region(page, 'Hotkeys').getByRole('gridcell')).toHaveCount(0);
    },
  },
  {
    name: 'the print of hotkeys',
    ...hierarchy,
    async open(page) {
      await openGrid(page);
      await page.evaluate(() => Object.assign(window, { print: () => undefined }));
      await region(page, 'Hotkeys').getByRole('button', { name: 'Print' }).click();
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('heading', { name: /Front/ })).toBeVisible();
    },
  },
];
