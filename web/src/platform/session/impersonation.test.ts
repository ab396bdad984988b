import { impersonation, type Impersonation, ImpersonationId } from '@storeward/contract/sessions/impersonation';
import { RoleId } from '@storeward/contract/roles';
import { NodeId } from '@storeward/contract/nodes';
import { reference } from '@storeward/contract/reference/lists';
import { UserId } from '@storeward/contract/users';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mockResponse, type RecordedRequest, mockError, startMockServer } from '../../../test/mock-server.ts';
import { createTokens } from '../../../test/create-user.ts';

const active: Impersonation = {
  id: ImpersonationId.parse('0199a000-0000-7000-8000-000000000001'),
  userId: UserId.parse('0199a000-0000-7000-8000-000000000042'),
  firstName: 'Cleo',
  lastName: 'Clerk',
  roleId: RoleId.parse('0199a000-0000-7000-8000-000000000002'),
  roleName: 'Clerk',
  rootNodeId: NodeId.parse('0199a000-0000-7000-8000-000000000003'),
  until: '2026-11-22T12:30:00Z',
};
let requests: RecordedRequest[];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  requests = startMockServer();
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  localStorage.setItem('SESSION', JSON.stringify(createTokens(3600)));
});
afterEach(() => vi.unstubAllGlobals());

/** Loads the modules of a freshly opened page. */
async function openPage() {
  vi.resetModules();
  const [
    impersonationModule,
    { currentImpersonation, onImpersonationMismatch },
    { call },
    { effectiveClaims, tokens },
  ] = await Promise.all([
    import('./impersonation.ts'),
    import('./impersonation-state.ts'),
    import('../api/api.ts'),
    import('../theme/tokens.ts'),
  ]);
  onImpersonationMismatch(() => void impersonationModule.syncImpersonation());
  return {
    ...impersonationModule,
    currentImpersonation,
    call,
    displayedUserId: () => effectiveClaims(tokens()!).userId,
  };
}

/** A page opened during an impersonation. */
async function openImpersonatedPage() {
  mockResponse(impersonation.begin, active);
  await (await openPage()).impersonate(active.userId, 'finds no price list');
  return openPage();
}

test('impersonating a user reloads the portal as that user and sends the impersonation with every request', async () => {
  const before = await openPage();
  const page = await openImpersonatedPage();
  expect(location.replace).toHaveBeenCalledWith('/dashboard');
  expect([before.displayedUserId() === active.userId, page.displayedUserId()]).toEqual([false, active.userId]);
  mockResponse(reference.countries, []);
  await page.call(reference.countries, {});
  await before.call(reference.countries, {});
  expect(requests.slice(-2).map(({ headers }) => headers.get('x-seeing'))).toEqual([active.id, null]);
});

test('the impersonator’s own session times apply during impersonation', async () => {
  const before = await import('../configuration.ts');
  const impersonationModule = before.sessionTimes();
  await openImpersonatedPage();
  const after = await import('../configuration.ts');
  localStorage.setItem(
    'CONFIGURATION',
    JSON.stringify({ user: active.userId, sessionTimes: { idle: 1, warning: 1, keepAlive: 1 } }),
  );
  expect(after.sessionTimes()).toEqual(impersonationModule);
});

test('stopping an impersonation restores the impersonator and opens the page of the user', async () => {
  mockResponse(impersonation.stop, { ended: true });
  const page = await openImpersonatedPage();
  await page.stopImpersonation();
  expect(location.replace).toHaveBeenLastCalledWith(`/user/${active.userId}/view`);
  const next = await openPage();
  expect([next.currentImpersonation(), next.takeEndedImpersonation()]).toEqual([undefined, undefined]);
});

test('a page whose impersonation has expired reloads, with a single notice naming the user', async () => {
  const page = await openImpersonatedPage();
  mockError(reference.countries, 'session.otherEyes');
  mockResponse(impersonation.current, { seeing: null });
  await expect(page.call(reference.countries, {})).rejects.toMatchObject({ code: 'session.otherEyes' });
  await vi.waitFor(() => expect(location.replace).toHaveBeenLastCalledWith(`/user/${active.userId}/view`));
  const next = await openPage();
  expect([next.currentImpersonation(), next.takeEndedImpersonation(), next.takeEndedImpersonation()]).toEqual([
    undefined,
    'Cleo Clerk',
    undefined,
  ]);
});

test.for(['session.otherEyes', 'session.readOnly'] as const)(
  'a page opened before an impersonation began in another tab is notified by %s and reloads as that user',
  async (code) => {
    const page = await openPage();
    mockError(reference.countries, code);
    mockResponse(impersonation.current, { seeing: active });
    await expect(page.call(reference.countries, {}, { quiet: true })).rejects.toMatchObject({ code });
    await vi.waitFor(() => expect(location.replace).toHaveBeenLastCalledWith('/dashboard'));
    expect((await openPage()).currentImpersonation()).toMatchObject(active);
  },
);

test('a change rejected as read-only during impersonation does not reload the page', async () => {
  const page = await openImpersonatedPage();
  vi.mocked(location.replace).mockClear();
  const requestCount = requests.length;
  mockError(reference.countries, 'session.readOnly');
  await expect(page.call(reference.countries, {})).rejects.toMatchObject({ code: 'session.readOnly' });
  expect([requests.length, vi.mocked(location.replace).mock.calls]).toEqual([requestCount + 1, []]);
});

test('losing the session ends the impersonation', async () => {
  await openImpersonatedPage();
  const { handleSessionLost } = await import('./session-end.ts');
  handleSessionLost();
  expect(localStorage.getItem('SEEN')).toBeNull();
});
