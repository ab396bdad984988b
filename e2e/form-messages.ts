import type { Locator, Page } from '@playwright/test';
import { isoVideo } from '../api/test/video-files.ts';
import { bitmap } from './bitmap.ts';
import type { Product } from './product.ts';
import type { FormMessage } from './quoted-messages.ts';
import { applyRow, openModules, region, rowDrawer, save, setHere } from './settings-form.ts';
import { type AccountName, account } from './test.ts';

type Portal = {
  readonly page: Page;
  readonly product: Product;
  readonly openAs: (name: AccountName, path?: string) => Promise<Page>;
};

/** A message with the field that shows it, and the input that causes it. */
type BrokenRule = {
  readonly message: FormMessage;
  readonly field: (page: Page) => Locator;
  readonly cause: (field: Locator, page: Page) => Promise<unknown>;
};

/** A form that shows messages; its rules are broken one after the other on the same page. */
export type MessageForm = {
  readonly name: string;
  readonly open: (portal: Portal) => Promise<unknown>;
  readonly rules: readonly BrokenRule[];
};

const textbox = (name: string) => (page: Page) => page.getByRole('textbox', { name, exact: true });
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const setting = (section: string, label: string) => (page: Page) =>
  region(page, section).getByRole('textbox', { name: label, exact: true });
const rowField = (label: string) => (page: Page) => rowDrawer(page).getByRole('textbox', { name: label, exact: true });
/** Closes the drawer of a row, whatever was typed. */
async function leaveRow(page: Page) {
  await rowDrawer(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  await click(page, 'Yes');
}
const settingGroup = (section: string, label: string) => (page: Page) =>
  region(page, section).getByRole('group', { name: label, exact: true });

/** Types a text, and leaves the field or sends the form. */
const typing =
  (text: string, send: (page: Page) => Promise<unknown>): BrokenRule['cause'] =>
  async (field, page) => {
    await field.fill(text);
    await send(page);
  };
const leave = (page: Page) => page.keyboard.press('Tab');

/** The rules of a password and its repetition. */
const passwordRules = (password: string): readonly BrokenRule[] => [
  {
    message: 'Passwords must contain at least six characters',
    field: textbox(password),
    cause: typing('five5', leave),
  },
  {
    message: 'Confirm password should be same as of password entered',
    field: textbox('Confirm password'),
    cause: typing('something-else', leave),
  },
];
const emailRules = (label: string, send: (page: Page) => Promise<unknown>): readonly BrokenRule[] => [
  { message: 'Email is mandatory field', field: textbox(label), cause: typing('', send) },
  { message: 'Please enter a valid email address', field: textbox(label), cause: typing('nobody@', send) },
];

/** Opens the page of a reset link, whose token the secret word yields. */
async function openResetLink({ page, product }: Portal) {
  const host = 'kestrel.localhost';
  const body = { username: 'store.user', domainName: account('store.user').domain, secretWord: 'bluebird' };
  const response = await product.request({ host, method: 'POST', path: '/user-management/validate-email-id', body });
  await page.goto(`${product.urlOf(host)}/resetPassword/${response.body.result.resetToken}`);
}

async function openDeviceDialog({ openAs }: Portal) {
  const page = await openAs('org.admin', '/structure/hierarchy?search=briggate');
  await page.getByRole('link', { name: 'Leeds Briggate' }).click();
  await click(page, 'Actions for Leeds Briggate');
  await page.getByRole('menuitem', { name: 'View' }).click();
  await click(page, 'Add device');
}

async function openModuleSettings({ openAs }: Portal) {
  await openModules(await openAs('org.admin', '/structure/hierarchy'));
}

const mediaField = (page: Page) => page.getByRole('group', { name: 'Picture or video', exact: true });
const chooseMedia = (page: Page, name: string, buffer: Buffer) =>
  mediaField(page).locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

const settingRules: readonly BrokenRule[] = [
  {
    message: 'Enter atleast 5 characters',
    field: setting('E-basket', 'Display name'),
    cause: typing('Cola', save),
  },
  {
    message: 'max length for prefix is 5',
    field: setting('Basket', 'Customer ID prefix'),
    cause: async (field, page) => {
      await setHere(region(page, 'Basket'), 'Customer ID prefix');
      await typing('ABCDEF', save)(field, page);
    },
  },
  {
    message: 'Folder name is mandatory field',
    field: setting('Sales export', 'Folder name'),
    cause: async (_, page) => {
      await setHere(region(page, 'Sales export'), 'FTP URL', 'Folder name', 'Version URL');
      await setting('Sales export', 'FTP URL')(page).fill('ftps://sales.example.com');
      await save(page);
    },
  },
  {
    message: 'Version URL is mandatory field',
    field: setting('Sales export', 'Version URL'),
    cause: (_, page) => save(page),
  },
  {
    message: 'Email is mandatory field',
    field: setting('Customer hub', 'Email'),
    cause: async (_, page) => {
      await setHere(region(page, 'Customer hub'), 'Customer actions', 'Email');
      await region(page, 'Customer hub').getByRole('checkbox', { name: 'Create Customer' }).check();
      await save(page);
    },
  },
  {
    message: 'Please enter a valid email address',
    field: setting('Customer hub', 'Email'),
    cause: typing('nobody', save),
  },
];

const mediaRules: readonly BrokenRule[] = [
  {
    message: 'Please enter duration',
    field: setting('Engage', 'Seconds per picture'),
    cause: async (_, page) => {
      await setHere(region(page, 'Engage'), 'Seconds per picture', 'Media');
      await save(page);
    },
  },
  {
    message: 'Please choose Media',
    field: settingGroup('Engage', 'Media'),
    cause: (_, page) => save(page),
  },
  {
    message: 'Please upload image with width larger than 600px',
    field: mediaField,
    cause: async (_, page) => {
      await region(page, 'Engage').getByRole('button', { name: 'Add row' }).click();
      await chooseMedia(page, 'small.bmp', bitmap(599, 799));
    },
  },
  {
    message: 'Please Select atleast one Image',
    field: settingGroup('Engage', 'Media'),
    cause: async (_, page) => {
      await chooseMedia(page, 'film.mp4', isoVideo());
      await mediaField(page).locator('video').waitFor();
      await applyRow(page);
      await setting('Engage', 'Seconds per picture')(page).fill('15');
      await save(page);
    },
  },
];

const rowRules: readonly BrokenRule[] = [
  {
    message: 'Maximum 30 characters allowed for report button',
    field: rowField('Button name'),
    cause: async (field, page) => {
      await region(page, 'Stock-take').getByRole('button', { name: 'Add row' }).click();
      await rowField('Saved search name')(page).fill('stock_all');
      await typing('x'.repeat(31), applyRow)(field, page);
    },
  },
  {
    message: 'Enter atleast 5 characters',
    field: rowField('Display name'),
    cause: async (field, page) => {
      await leaveRow(page);
      await region(page, 'Payments and tenders').getByRole('button', { name: 'Add row' }).click();
      await typing('Card', applyRow)(field, page);
    },
  },
];

export const messageForms: readonly MessageForm[] = [
  {
    name: 'sign-in',
    open: ({ page, product }) => page.goto(`${product.urlOf('localhost')}/login`),
    rules: [{ message: 'Invalid character used', field: textbox('Username'), cause: typing('a<b', leave) }],
  },
  {
    name: 'recovery by e-mail',
    open: ({ page, product }) => page.goto(`${product.urlOf('kestrel.localhost')}/forgot-password/email`),
    rules: emailRules('Email', (page) => click(page, 'Next')),
  },
  { name: 'reset link', open: openResetLink, rules: passwordRules('Password') },
  {
    name: 'own password',
    open: ({ openAs }) => openAs('org.admin', '/profile'),
    rules: passwordRules('New password'),
  },
  {
    name: 'new user',
    open: ({ openAs }) => openAs('org.admin', '/user/create'),
    rules: emailRules('Email', (page) => click(page, 'Create user')),
  },
  {
    name: 'device',
    open: openDeviceDialog,
    rules: [
      {
        message: 'Enter Valid IPaddress',
        field: textbox('IP address'),
        cause: typing('300.1.1.1', (page) => click(page, 'Save device')),
      },
    ],
  },
  { name: 'settings of modules', open: openModuleSettings, rules: settingRules },
  { name: 'media of Engage', open: openModuleSettings, rules: mediaRules },
  { name: 'rows of settings', open: openModuleSettings, rules: rowRules },
];
