import { dashboardFigures } from '@storeward/contract/dashboard/figures';
import { nodeStatistics, userStatistics } from '@storeward/contract/dashboard/statistics';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mockError, mockResponse } from '../../test/mock-server.ts';
import { openPortal, setUpPortal, tearDownPortal } from '../../test/open-portal.tsx';
import { phrase } from '../../test/phrase.ts';

const days = [
  { date: '2026-11-23', count: 1200, before: 1000 },
  { date: '2026-11-24', count: 300, before: 500 },
];

beforeEach(async () => {
  await setUpPortal();
  mockResponse(userStatistics.statistic, {
    total: 4386,
    enabled: 4380,
    disabled: 6,
    invited: 5,
    locked: 3,
    created: 38,
  });
  mockResponse(userStatistics.loginCounts, days);
  mockResponse(userStatistics.devices, { total: 0, online: 0, silent: 0, unpaired: 0, silentStores: 0, types: [] });
  mockResponse(userStatistics.newest, []);
  const levels = [{ nodeType: 'STORE' as const, total: 1571, enabled: 1566, disabled: 5 }];
  mockResponse(nodeStatistics.statistic, { total: 1571, enabled: 1566, disabled: 5, levels });
  mockResponse(nodeStatistics.newest, []);
  mockResponse(nodeStatistics.stores, { result: [], total: 0 });
  mockResponse(nodeStatistics.storeMap, { total: 0, points: '' });
  mockResponse(
    dashboardFigures.loginHours,
    Array.from({ length: 24 }, (_, hour) => ({ hour, count: hour, before: 0 })),
  );
  mockResponse(dashboardFigures.attention, []);
  mockResponse(dashboardFigures.security, []);
  mockResponse(dashboardFigures.runs, []);
  mockResponse(dashboardFigures.overrides, []);
  mockResponse(dashboardFigures.planned, { count: 0, next: [] });
  mockResponse(dashboardFigures.organisations, []);
});

afterEach(tearDownPortal);

test.each([
  ['Global dashboard', { rootNode: 'GLOBAL' }],
  ['Organisation dashboard', { rootNode: 'ORGANIZATION' }],
  ['Company dashboard', { rootNode: 'COMPANY' }],
  ['Trading region dashboard', { rootNode: 'TRADING_REGION' }],
  ['Store group dashboard', { rootNode: 'STORE_GROUP' }],
  ['Sub Store Group store manager dashboard', { rootNode: 'SUB_STORE_GROUP' }],
  ['Store dashboard', { rootNode: 'STORE' }],
  ['Store user dashboard', { rootNode: 'STORE', dashboardAccess: 'Store user' }],
  ['Ross dashboard', { rootNode: 'GLOBAL', dashboardAccess: 'Ross' }],
  ['Company dashboard', { rootNode: 'COMPANY', dashboardAccess: 'nobody knows' }],
  ['Dashboard', { rootNode: null }],
] as const)('shows the header %s for %j', async (header, overrides) => {
  await openPortal('/dashboard', overrides);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(header);
  expect(screen.getByText('Dashboard is coming soon....')).toBeDefined();
});

test('each figure of the dashboard links to the list behind it', async () => {
  await openPortal('/dashboard');
  expect((await screen.findByRole('link', { name: 'Users: 4,386' })).getAttribute('href')).toBe('/users');
  const signIns = await screen.findByRole('link', { name: 'Sign-ins: 1,500' });
  expect(signIns.getAttribute('href')).toBe('/audit-trail?preset=signIns&from=2026-11-23&to=2026-11-24');
  const byStatus = screen.getByRole('list', { name: 'Users by status' });
  expect(within(byStatus).getByRole('link', { name: 'Locked' }).getAttribute('href')).toBe('/users?status=locked');
  expect(screen.getByText(phrase('figures.figure.change', { change: '±0%' }))).toBeDefined();
});

test('a run is named by its file, and a bulk change by its kind, never by the code of its change', async () => {
  const run = { state: 'done', rowCount: 2, wrong: 0, createdDate: '2026-11-24T08:00:00.000Z' } as const;
  const ids = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'] as const;
  mockResponse(dashboardFigures.runs, [
    { ...run, id: ids[0], kind: 'products', fileName: 'balls.csv' },
    { ...run, id: ids[1], kind: 'productChanges', fileName: 'disable' },
  ]);
  await openPortal('/dashboard');
  expect(await screen.findByText('balls.csv')).toBeDefined();
  expect(screen.getByText(phrase('figures.run.productChanges'))).toBeDefined();
  expect(screen.queryByText('disable')).toBeNull();
});

test('a figure is plain text where the user may not open its list', async () => {
  await openPortal('/dashboard', { grantedPermissions: ['OM_DASHBOARD'] });
  expect(await screen.findByText('4,386')).toBeDefined();
  expect(screen.queryByRole('link', { name: /^Users:/ })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Newest users' })).toBeNull();
});

test('the chart of sign-ins says what it shows, and can be shown as a table with the period before', async () => {
  const { user } = await openPortal('/dashboard');
  await user.click(await screen.findByRole('button', { name: 'Sign-ins per day: Show as table' }));
  const table = await screen.findByRole('table', { name: 'Sign-ins per day' });
  const cells = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(cells).toEqual(['DaySign-insPeriod before', '24 Nov 2026300500', '23 Nov 20261,2001,000']);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Comparison' }), 'No comparison');
  expect(await screen.findByRole('columnheader', { name: 'Sign-ins' })).toBeDefined();
  expect(screen.queryByRole('columnheader', { name: 'Period before' })).toBeNull();
});

test('the period and the comparison are in the address', async () => {
  const { user, router } = await openPortal('/dashboard');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Period' }), 'Last 90 days');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Comparison' }), 'No comparison');
  expect(router.state.location.href).toBe('/dashboard?days=90&compare=off');
});

test('a part of the dashboard that fails says so and can be tried again, while the others are shown', async () => {
  mockError(dashboardFigures.attention, 'node.unknown');
  const { user } = await openPortal('/dashboard');
  const card = await screen.findByRole('region', { name: /^Needs attention/ });
  const retry = await within(card).findByRole('button', { name: 'Try again' });
  expect(await screen.findByRole('link', { name: 'Users: 4,386' })).toBeDefined();
  mockResponse(dashboardFigures.attention, [
    { kind: 'lockedUsers', count: 3, names: ['Ada', 'Bo'], id: null, runKind: null },
  ]);
  await user.click(retry);
  expect(await within(card).findByText('3 users are locked')).toBeDefined();
  const action = within(card).getByRole('link', { name: 'Show users: 3 users are locked' });
  expect(action.getAttribute('href')).toBe('/users?status=locked');
});
