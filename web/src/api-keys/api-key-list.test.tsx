import { type ApiKey, type ApiKeyId, apiKeys } from '@storeward/contract/api-keys';
import type { NodeId } from '@storeward/contract/nodes';
import type { RoleId } from '@storeward/contract/roles';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mockError, mockResponse } from '../../test/mock-server.ts';
import { openPortal, setUpPortal, tearDownPortal } from '../../test/open-portal.tsx';
import { containing, phrase } from '../../test/phrase.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const stock: ApiKey = {
  id: '0199b000-0000-7000-8000-000000000002' as ApiKeyId,
  name: 'Stock import',
  prefix: 'swd_7Kq2mXw9Pz4L',
  place: { id: '0199b000-0000-7000-8000-000000000001' as NodeId, name: 'North', nodeType: 'TRADING_REGION' },
  role: { id: '0199b000-0000-7000-8000-000000000003' as RoleId, name: 'Importer' },
  status: 'active',
  until: inDays(90),
  networks: [],
  lastUsed: null,
  lastAddress: null,
  previous: null,
  maker: { name: 'Ann Admin', enabled: true },
  can: { edit: true, rotate: true, revoke: true },
  createdDate: '2026-11-18T10:00:00Z',
  createdBy: null,
  updatedDate: '2026-11-18T10:00:00Z',
  updatedBy: null,
  version: 1,
};
const secret = `swd_${'0123456789'.repeat(6)}x`;

beforeEach(async () => {
  await setUpPortal();
  // happy-dom has no font set, which the growing text field listens to
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
});
afterEach(tearDownPortal);

const openList = (rows: ApiKey[]) => {
  mockResponse(apiKeys.list, { result: rows, total: rows.length });
  return openPortal('/api-keys', { grantedPermissions: ['LIST_USERS', 'CREATE_USER'] });
};
const rowOf = async (name: string) => (await screen.findByRole('row', { name: new RegExp(name) })).textContent;

test('offers to create the first key', async () => {
  const { user } = await openList([]);
  await screen.findByRole('heading', { name: phrase('api-keys.list.empty') });
  await user.click(screen.getAllByRole('button', { name: 'Create API key' })[0]!);
  expect(await screen.findByRole('dialog', { name: 'Create API key' })).toBeTruthy();
});

test('shows beginning, role, location and what has to be done about each key', async () => {
  const other = (name: string, columns: Partial<ApiKey>): ApiKey => ({
    ...stock,
    id: name as ApiKeyId,
    name,
    ...columns,
  });
  await openList([
    stock,
    other('Loyalty', { until: inDays(5) }),
    other('Prices', { maker: { name: 'Lee Leaver', enabled: false } }),
    other('Tills', { previous: { prefix: 'swd_0', until: '2099-01-02T12:00:00Z', lastUsed: null } }),
    other('Closed', { status: 'suspended' }),
  ]);
  expect(await rowOf('Stock import')).toMatch(/swd_7Kq2mXw9Pz4L…Importer.*North.*Never.*Active/);
  expect(await rowOf('Loyalty')).toContain('Ends soon');
  expect(await rowOf('Prices')).toContain(phrase('api-keys.status.makerLeft'));
  expect(await rowOf('Tills')).toContain('Rotating until 2 Jan 2099');
  expect(await rowOf('Closed')).toContain('Suspended');
});

test('offers only the actions that the user may take', async () => {
  const { user } = await openList([{ ...stock, can: { edit: false, rotate: false, revoke: true } }]);
  await user.click(await screen.findByRole('button', { name: 'Actions for Stock import' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Revoke']);
});

test('shows a rotated key once, with an example that does not contain it', async () => {
  const { user } = await openList([stock]);
  mockResponse(apiKeys.rotate, { apiKey: stock, secret });
  await user.click(await screen.findByRole('button', { name: 'Actions for Stock import' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rotate' }));
  await user.click(await screen.findByRole('button', { name: 'Create new key' }));
  const dialog = await screen.findByRole('dialog', { name: 'Key of Stock import' });
  const codes = [...dialog.querySelectorAll('code')].map(({ textContent }) => textContent);
  expect(codes[0]).toBe(secret);
  expect(codes[1]).toMatch(/^curl -H "Authorization: Bearer \$API_KEY" http.*\/user-management\/api-keys\/current$/);
  await user.click(within(dialog).getByRole('button', { name: phrase('api-keys.secret.close') }));
  expect(document.body.textContent).not.toContain(secret);
});

test('keeps the form and names the field if the end is after that of the own role', async () => {
  const { user } = await openList([stock]);
  mockError(apiKeys.rotate, 'assignment.outlastsYours');
  await user.click(await screen.findByRole('button', { name: 'Actions for Stock import' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rotate' }));
  await user.click(await screen.findByRole('button', { name: 'Create new key' }));
  expect(await screen.findByText(containing('errors.assignment.outlastsYours'))).toBeTruthy();
  expect(screen.getByRole('dialog', { name: 'Rotate Stock import' })).toBeTruthy();
});

test('offers to try again if the keys cannot be loaded', async () => {
  mockError(apiKeys.list, 'service.unavailable');
  const { user } = await openPortal('/api-keys', { grantedPermissions: ['LIST_USERS'] });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  mockResponse(apiKeys.list, { result: [stock], total: 1 });
  await user.click(retry);
  expect(await rowOf('Stock import')).toContain('Active');
});
