import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import type { State } from './states.ts';
import { expect } from './test.ts';

/** Opens the page on which an organisation is changed, at one of its subjects. */
async function openSubject(page: Page, subject: string) {
  await page.locator('tbody a, main li a').first().click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: subject }).click();
}

const organisation = { who: 'global.admin', path: '/organisation?search=kestrel' } as const;

/** The screens that show what is set at a place. */
export const statesOfSettings: readonly State[] = [
  {
    what: 'the settings of a place',
    ...organisation,
    async reach(page) {
      await openSubject(page, 'Configuration');
      await expect(page.getByRole('heading', { name: 'Session' })).toBeVisible();
      await expect(page.getByText(/below$/).first()).toBeVisible();
    },
  },
  {
    what: 'a setting that is being changed, with a word that is none',
    ...organisation,
    async reach(page) {
      await openSubject(page, 'Configuration');
      await page.getByRole('textbox', { name: 'Idle sign-out' }).fill('soon');
      await page.getByRole('textbox', { name: 'Reason' }).fill('Why not');
      await expect(page.getByText('Enter a time as hh:mm:ss')).toBeVisible();
    },
  },
  {
    what: 'where a setting comes from',
    ...organisation,
    async reach(page) {
      await openSubject(page, 'Configuration');
      await page
        .getByRole('group', { name: 'Idle sign-out' })
        .getByRole('button', { name: /^Set here/ })
        .click();
      await expect(page.getByText('From the top down')).toBeVisible();
    },
  },
  {
    what: 'the webhooks of a place that has none',
    ...organisation,
    path: '/organisation?search=bramble',
    async reach(page) {
      await openSubject(page, 'Configuration');
      await page.getByRole('button', { name: 'Webhooks' }).click();
      await expect(page.getByText('No webhooks yet')).toBeVisible();
    },
  },
  {
    what: 'a new webhook that leads to a private network',
    ...organisation,
    async reach(page) {
      await openSubject(page, 'Configuration');
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
    what: 'the secret of a webhook and what it was sent',
    ...organisation,
    async reach(page, phone) {
      const name = phone ? 'Stock' : 'Tills';
      await openSubject(page, 'Configuration');
      await page.getByRole('button', { name: 'Webhooks' }).click();
      await page.getByRole('button', { name: 'Add webhook' }).click();
      await page.getByLabel('Description').fill(name);
      await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/in');
      await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
      await expect(page.getByText(/^whsec_/)).toBeVisible();
      await expectAccessible(page, 'the secret of a webhook');
      await page.getByRole('button', { name: 'I have copied it' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expectAccessible(page, 'the webhooks of a place');
      await page.getByRole('button', { name: `Actions for ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Messages' }).click();
      await page.getByRole('button', { name: 'Send a test' }).click();
      await expect(page.getByText(/No connection, 1 try/)).toBeVisible();
    },
  },
  {
    what: 'settings as of another time',
    ...organisation,
    async reach(page) {
      await openSubject(page, 'Configuration');
      await page.getByRole('button', { name: 'Another time' }).click();
      await page.getByRole('textbox', { name: 'Day' }).fill('24/12/2035');
      await page.getByRole('button', { name: 'Look', exact: true }).click();
      await expect(page.getByText('Nothing can be changed here.')).toBeVisible();
      await page.getByRole('button', { name: 'Another time' }).click();
      await expect(page.getByRole('textbox', { name: 'Day' })).toBeVisible();
    },
  },
  {
    what: 'the history of settings',
    ...organisation,
    async reach(page) {
      await openSubject(page, 'Modules');
      await page.getByRole('button', { name: 'History' }).click();
      await expect(page.getByText('Nothing was changed here yet.')).toBeVisible();
    },
  },
  {
    what: 'the theme studio',
    ...organisation,
    async reach(page) {
      await openSubject(page, 'Theme');
      await expect(page.getByRole('heading', { name: 'Brand' })).toBeVisible();
    },
  },
];
