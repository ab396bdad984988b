import { sessions } from '@storeward/contract/sessions';
import { type User, users } from '@storeward/contract/users';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mockResponse } from '../../test/mock-server.ts';
import { createUser, createTokens } from '../../test/create-user.ts';
import { startPortal } from '../../test/start-portal.ts';
import { render } from '../../test/render.tsx';
import { resetSession, signIn } from '../platform/session.ts';
import { DashboardPage } from './dashboard-page.tsx';

beforeEach(async () => {
  await startPortal();
  mockResponse(sessions.login, createTokens());
});

afterEach(resetSession);

test.each<[string, Partial<User>]>([
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
])('shows the header %s for %j', async (header, overrides) => {
  mockResponse(users.get, createUser(overrides));
  await signIn('somebody', 'secret');
  render(<DashboardPage />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(header);
  expect(screen.getByText('Dashboard is coming soon....')).toBeDefined();
});
