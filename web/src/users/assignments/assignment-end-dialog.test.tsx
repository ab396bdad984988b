import { type Assignment, assignments } from '@storeward/contract/users/assignments';
import type { RoleId } from '@storeward/contract/roles';
import { type AssignmentId, type UserId, users } from '@storeward/contract/users';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createTokens, createUser } from '../../../test/create-user.ts';
import { mockResponse } from '../../../test/mock-server.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { startPortal } from '../../../test/start-portal.ts';
import { resetSession, restoreSession } from '../../platform/session/session.ts';
import { displayTimeZone } from '../../platform/text/i18n.ts';
import { storeTokens } from '../../platform/theme/tokens.ts';
import { AssignmentEndDialog } from './assignment-end-dialog.tsx';
import { phrase } from '../../../test/phrase.ts';

const hiddenOption = { hidden: true };
const id = '0199a000-0000-7000-8000-000000000042' as UserId;
const assignment: Assignment = {
  id: '0199a000-0000-7000-8000-000000000051' as AssignmentId,
  role: { id: '0199a000-0000-7000-8000-000000000052' as RoleId, name: 'Store manager', level: 'STORE', status: true },
  place: null,
  until: null,
  over: false,
  first: false,
  createdDate: '2026-01-01T00:00:00Z',
};
/** Not a midnight, as an end that another client has set. */
const ownEnd = new Date(2099, 10, 27, 15, 30).toISOString();

afterEach(resetSession);

async function openDialog(until: string | null) {
  const requests = await startPortal();
  const own = { id: assignment.id, roleName: 'Manager', place: null, until, acting: true };
  mockResponse(users.get, createUser({ assignments: [own] }));
  mockResponse(assignments.given, { result: [], total: 0 });
  mockResponse(assignments.changeEnd, [assignment]);
  storeTokens(createTokens());
  await restoreSession();
  const target = createUser({ id, firstName: 'Amelia', lastName: 'Hartley' });
  const { user } = await renderAt(
    '/users',
    <AssignmentEndDialog user={target} assignment={assignment} onClose={() => undefined} />,
  );
  const dialog = within(await screen.findByRole('dialog', hiddenOption));
  const field = dialog.getByRole<HTMLInputElement>('textbox', { ...hiddenOption, name: /^Last day/ });
  const save = async () => {
    await user.click(dialog.getByRole('button', { ...hiddenOption, name: 'Save' }));
    await screen.findByText(phrase('users.assignment.endChanged', { role: 'Store manager' }));
    return requests.findLast(({ method }) => method === 'PUT')?.body;
  };
  return { dialog, field, save };
}

test('the end of a role is at first that of the user’s own role, which is shown, and whose midnight a last day ends at', async () => {
  const { dialog, field, save } = await openDialog(ownEnd);
  expect(field.value).toBe('27/11/2099');
  expect(
    dialog.getByText(/Your own role ends on 27 Nov 2099.*\. Roles that you assign end then at the latest/),
  ).toBeTruthy();
  expect(dialog.getByText(new RegExp(`ends at midnight after this day, ${displayTimeZone()} time`))).toBeTruthy();
  expect(await save()).toEqual({ until: ownEnd });
});

test('the end of a role stays open for a user whose own role has none', async () => {
  const { dialog, field, save } = await openDialog(null);
  expect(field.value).toBe('');
  expect(dialog.queryByText(/Your own role/)).toBeNull();
  expect(await save()).toEqual({ until: null });
});
