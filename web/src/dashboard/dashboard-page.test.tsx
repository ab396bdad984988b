import { sessions } from '@storeward/contract/sessions';
import { type User, users } from '@storeward/contract/users';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer } from '../../test/answer.ts';
import { aPerson, someTokens } from '../../test/person.ts';
import { startPortal } from '../../test/portal.ts';
import { render } from '../../test/render.tsx';
import { drop, signIn } from '../platform/session.ts';
import { DashboardPage } from './dashboard-page.tsx';

beforeEach(async () => {
  await startPortal();
  answer(sessions.login, someTokens());
});

afterEach(drop);

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
])('is headed %s for %j', async (header, wishes) => {
  answer(users.get, aPerson(wishes));
  await signIn('somebody', 'secret');
  render(<DashboardPage />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(header);
  expect(screen.getByText('Dashboard is coming soon....')).toBeDefined();
});
