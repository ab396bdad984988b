import { type Page } from '@playwright/test';
import type { ScreenState } from './states.ts';
import { expect } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();

const apiKey = (name: string, columns: object = {}) => ({
  id: crypto.randomUUID(),
  name,
  prefix: 'swd_7Kq2mXw9Pz4L',
  place: { id: '0199a000-0000-7000-8000-000000000001', name: 'Kestrel UK', nodeType: 'COMPANY' },
  role: { id: '0199a000-0000-7000-8000-000000000002', name: 'Company manager' },
  status: 'active',
  until: inDays(90),
  networks: [],
  lastUsed: inDays(-1),
  lastAddress: '203.0.113.7',
  previous: null,
  maker: { name: 'Olivia Grant', enabled: true },
  can: { edit: true, rotate: true, revoke: true },
  createdDate: inDays(-40),
  createdBy: null,
  updatedDate: inDays(-40),
  updatedBy: null,
  version: 1,
  ...columns,
});

/** A key in each status. */
const apiKeyRows = [
  apiKey('Stock import'),
  apiKey('Warehouse', { previous: { prefix: 'swd_2aBcD3fGh1jK', until: inDays(1), lastUsed: inDays(-2) } }),
  apiKey('Price feed', { maker: { name: 'Noah Reed', enabled: false } }),
  apiKey('Loyalty', { until: inDays(6) }),
  apiKey('Analytics', { status: 'suspended', can: { edit: false, rotate: false, revoke: false } }),
  apiKey('Old tills', { status: 'expired', until: inDays(-3), lastUsed: null, lastAddress: null }),
  apiKey('Trial of a partner', { status: 'revoked', can: { edit: false, rotate: false, revoke: false } }),
];

const listPattern = '**/user-management/api-keys?*';

const showKeys = async (page: Page) => {
  await page.route(listPattern, (route) => route.fulfill({ json: { result: apiKeyRows, total: apiKeyRows.length } }));
  await page.reload();
  await expect(page.getByText('Stock import')).toBeVisible();
};

const openAction = async (page: Page, action: string) => {
  await showKeys(page);
  await page.getByRole('button', { name: 'Actions for Warehouse' }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

export const apiKeyStates: readonly ScreenState[] = [
  {
    name: 'the list without API keys',
    account: 'org.admin',
    path: '/api-keys',
    open: (page) => expect(page.getByRole('heading', { name: phrase('api-keys.list.empty') })).toBeVisible(),
  },
  { name: 'the API keys', account: 'org.admin', path: '/api-keys', open: showKeys },
  {
    name: 'the form of an API key after submit',
    account: 'org.admin',
    path: '/api-keys',
    async open(page) {
      await page.getByRole('button', { name: 'Create API key' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click();
      await expect(page.getByText(phrase('errors.field.required')).first()).toBeVisible();
    },
  },
  {
    name: 'a new API key',
    account: 'org.admin',
    path: '/api-keys',
    async open(page) {
      await page.route('**/rotate', (route) =>
        route.fulfill({ json: { result: { apiKey: apiKeyRows[1], secret: `swd_${'7Kq2mXw9Pz4L'.repeat(5)}x` } } }),
      );
      await openAction(page, 'Rotate');
      await page.getByRole('button', { name: 'Create new key' }).click();
      await expect(page.getByRole('button', { name: 'Copy key' })).toBeVisible();
    },
  },
  {
    name: 'the rotation of an API key',
    account: 'org.admin',
    path: '/api-keys',
    open: (page) => openAction(page, 'Rotate'),
  },
  {
    name: 'the question before an API key is revoked',
    account: 'org.admin',
    path: '/api-keys',
    open: (page) => openAction(page, 'Revoke'),
  },
  {
    name: 'API keys that cannot be loaded',
    account: 'org.admin',
    path: '/api-keys',
    async open(page) {
      await page.route(listPattern, (route) =>
        route.fulfill({ status: 503, json: { message: 'Busy', messageCode: 'service.busy', status: 503 } }),
      );
      await page.reload();
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    },
  },
];
