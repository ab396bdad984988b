import { notifications } from '@mantine/notifications';
import type { NodeId } from '@storeward/contract/nodes';
import { openSessions, sessions } from '@storeward/contract/sessions';
import { type AssignmentId, type OwnAssignment, users } from '@storeward/contract/users';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, type Heard, refuse } from '../../test/answer.ts';
import { aPerson, someTokens } from '../../test/person.ts';
import { startPortal } from '../../test/portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { drop, signIn } from '../platform/session.ts';
import { keep } from '../platform/storage.ts';
import { ActingRole } from './acting-role.tsx';

const held = (wishes: Partial<OwnAssignment> = {}): OwnAssignment => ({
  id: '0199c000-0000-7000-8000-000000000001' as AssignmentId,
  roleName: 'Company administrator',
  place: { id: '0199b000-0000-7000-8000-000000000002' as NodeId, name: 'Kestrel UK', nodeType: 'COMPANY' },
  until: null,
  acting: true,
  ...wishes,
});
const other = held({
  id: '0199c000-0000-7000-8000-000000000002' as AssignmentId,
  roleName: 'Buyer',
  until: '2100-01-01T12:00:00Z',
  acting: false,
});
let heard: Heard[];

beforeEach(async () => {
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  heard = await startPortal();
  answer(sessions.login, someTokens());
});

afterEach(() => {
  notifications.clean();
  drop();
});

async function open(assignments: OwnAssignment[]) {
  answer(users.get, aPerson({ assignments }));
  await signIn('company.admin', 'secret');
  return (await renderAt('/dashboard', <ActingRole />)).user;
}

test('another role is chosen with a click, and the portal opens anew with nothing of what it knew', async () => {
  const user = await open([held(), other]);
  keep('CONFIGURATION', { user: 'whoever' });
  answer(openSessions.actBy, [held({ acting: false }), { ...other, acting: true }]);
  answer(openSessions.refresh, someTokens(3600, undefined, { refreshToken: 'fresh' }));
  const buyer = screen.getByRole('button', { name: /^Buyer/ });
  expect(buyer.textContent).toBe('BuyerKestrel UK · until 1 Jan 2100');
  await user.click(buyer);
  await waitFor(() => expect(location.replace).toHaveBeenCalledWith('/dashboard'));
  expect(heard.map(({ method, path, body }) => [method, path, body])).toContainEqual([
    'PUT',
    '/user-management/sessions/current',
    { assignmentId: other.id },
  ]);
  expect([localStorage.getItem('AUTH'), localStorage.getItem('CONFIGURATION')]).toEqual([null, null]);
  expect(localStorage.getItem('SESSION')).toContain('fresh');
});

test('a role that cannot be taken leaves everything as it is', async () => {
  const user = await open([held(), other]);
  refuse(openSessions.actBy, 'assignment.unknown');
  await user.click(screen.getByRole('button', { name: /^Buyer/ }));
  await waitFor(() => expect(screen.getByRole('button', { name: /^Buyer/ })).toHaveProperty('disabled', false));
  expect(localStorage.getItem('AUTH')).toContain('Priya');
  expect(location.replace).not.toHaveBeenCalled();
});

test('whoever holds one role is offered no choice', async () => {
  await open([held()]);
  expect(screen.queryByText('Acting role')).toBeNull();
});
