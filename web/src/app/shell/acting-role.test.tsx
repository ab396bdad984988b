import { notifications } from '@mantine/notifications';
import type { NodeId } from '@storeward/contract/nodes';
import { openSessions, sessions } from '@storeward/contract/sessions';
import { type AssignmentId, type OwnAssignment, users } from '@storeward/contract/users';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mockResponse, type RecordedRequest, mockError } from '../../../test/mock-server.ts';
import { createUser, createTokens } from '../../../test/create-user.ts';
import { startPortal } from '../../../test/start-portal.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { resetSession, signIn } from '../../platform/session/session.ts';
import { writeStored } from '../../platform/storage.ts';
import { ActingRole } from './acting-role.tsx';

const createAssignment = (overrides: Partial<OwnAssignment> = {}): OwnAssignment => ({
  id: '0199c000-0000-7000-8000-000000000001' as AssignmentId,
  roleName: 'Company administrator',
  place: { id: '0199b000-0000-7000-8000-000000000002' as NodeId, name: 'Kestrel UK', nodeType: 'COMPANY' },
  until: null,
  acting: true,
  ...overrides,
});
const otherAssignment = createAssignment({
  id: '0199c000-0000-7000-8000-000000000002' as AssignmentId,
  roleName: 'Buyer',
  until: '2100-01-01T12:00:00Z',
  acting: false,
});
let requests: RecordedRequest[];

beforeEach(async () => {
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  requests = await startPortal();
  mockResponse(sessions.login, createTokens());
});

afterEach(() => {
  notifications.clean();
  resetSession();
});

async function renderActingRole(assignments: OwnAssignment[]) {
  mockResponse(users.get, createUser({ assignments }));
  await signIn('company.admin', 'secret');
  return (await renderAt('/dashboard', <ActingRole />)).user;
}

test('clicking another role switches to it, clears the stored session data and reloads the portal', async () => {
  const user = await renderActingRole([createAssignment(), otherAssignment]);
  writeStored('CONFIGURATION', { user: 'other-user' });
  mockResponse(openSessions.actBy, [createAssignment({ acting: false }), { ...otherAssignment, acting: true }]);
  mockResponse(openSessions.refresh, createTokens(3600, undefined, { refreshToken: 'fresh' }));
  const buyer = screen.getByRole('button', { name: /^Buyer/ });
  expect(buyer.textContent).toBe('BuyerKestrel UK · until 1 Jan 2100');
  await user.click(buyer);
  await waitFor(() => expect(location.replace).toHaveBeenCalledWith('/dashboard'));
  expect(requests.map(({ method, path, body }) => [method, path, body])).toContainEqual([
    'PUT',
    '/user-management/sessions/current',
    { assignmentId: otherAssignment.id },
  ]);
  expect([localStorage.getItem('AUTH'), localStorage.getItem('CONFIGURATION')]).toEqual([null, null]);
  expect(localStorage.getItem('SESSION')).toContain('fresh');
});

test('a failed switch of roles leaves everything as it is', async () => {
  const user = await renderActingRole([createAssignment(), otherAssignment]);
  mockError(openSessions.actBy, 'assignment.unknown');
  await user.click(screen.getByRole('button', { name: /^Buyer/ }));
  await waitFor(() => expect(screen.getByRole('button', { name: /^Buyer/ })).toHaveProperty('disabled', false));
  expect(localStorage.getItem('AUTH')).toContain('Priya');
  expect(location.replace).not.toHaveBeenCalled();
});

test('a user with one role is offered no choice', async () => {
  await renderActingRole([createAssignment()]);
  expect(screen.queryByText('Acting role')).toBeNull();
});
