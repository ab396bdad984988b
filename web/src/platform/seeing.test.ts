import { seeings, type Seeing, SeeingId } from '@storeward/contract/seeings';
import { RoleId } from '@storeward/contract/roles';
import { NodeId } from '@storeward/contract/nodes';
import { reference } from '@storeward/contract/reference/lists';
import { UserId } from '@storeward/contract/users';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, type Heard, refuse, startServer } from '../../test/answer.ts';
import { someTokens } from '../../test/person.ts';

const seeing: Seeing = {
  id: SeeingId.parse('0199a000-0000-7000-8000-000000000001'),
  userId: UserId.parse('0199a000-0000-7000-8000-000000000042'),
  firstName: 'Cleo',
  lastName: 'Clerk',
  roleId: RoleId.parse('0199a000-0000-7000-8000-000000000002'),
  roleName: 'Clerk',
  rootNodeId: NodeId.parse('0199a000-0000-7000-8000-000000000003'),
  until: '2026-11-22T12:30:00Z',
};
let heard: Heard[];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  heard = startServer();
  vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  localStorage.setItem('SESSION', JSON.stringify(someTokens(3600)));
});
afterEach(() => vi.unstubAllGlobals());

/** A page of the portal that is opened now. */
async function aPage() {
  vi.resetModules();
  const [own, { seen, onOtherEyes }, { call }, { claimsOf, tokens }] = await Promise.all([
    import('./seeing.ts'),
    import('./seen.ts'),
    import('./api.ts'),
    import('./tokens.ts'),
  ]);
  onOtherEyes(() => void own.meetServer());
  return { ...own, seen, call, shownTo: () => claimsOf(tokens()!).userId };
}

/** A page that shows the portal as somebody. */
async function aSeenPage() {
  answer(seeings.begin, seeing);
  await (await aPage()).seeAs(seeing.userId, 'finds no price list');
  return aPage();
}

test('whoever sees as somebody opens the portal anew, as that person, and says so with every request', async () => {
  const before = await aPage();
  const page = await aSeenPage();
  expect(location.replace).toHaveBeenCalledWith('/dashboard');
  expect([before.shownTo() === seeing.userId, page.shownTo()]).toEqual([false, seeing.userId]);
  answer(reference.countries, []);
  await page.call(reference.countries, {});
  await before.call(reference.countries, {});
  expect(heard.slice(-2).map(({ headers }) => headers.get('x-seeing'))).toEqual([seeing.id, null]);
});

test('the viewer stays as long as their own place allows', async () => {
  const before = await import('./configuration.ts');
  const own = before.sessionTimes();
  await aSeenPage();
  const after = await import('./configuration.ts');
  localStorage.setItem(
    'CONFIGURATION',
    JSON.stringify({ user: seeing.userId, sessionTimes: { idle: 1, warning: 1, keepAlive: 1 } }),
  );
  expect(after.sessionTimes()).toEqual(own);
});

test('whoever stops is themselves again, at the page of the person', async () => {
  answer(seeings.stop, { ended: true });
  const page = await aSeenPage();
  await page.stopSeeing();
  expect(location.replace).toHaveBeenLastCalledWith(`/user/${seeing.userId}/view`);
  const next = await aPage();
  expect([next.seen(), next.takeSeenOver()]).toEqual([undefined, undefined]);
});

test('a page of what has ended meanwhile opens anew, and it is told once as whom that was', async () => {
  const page = await aSeenPage();
  refuse(reference.countries, 'session.otherEyes');
  answer(seeings.current, { seeing: null });
  await expect(page.call(reference.countries, {})).rejects.toMatchObject({ code: 'session.otherEyes' });
  await vi.waitFor(() => expect(location.replace).toHaveBeenLastCalledWith(`/user/${seeing.userId}/view`));
  const next = await aPage();
  expect([next.seen(), next.takeSeenOver(), next.takeSeenOver()]).toEqual([undefined, 'Cleo Clerk', undefined]);
});

test.for(['session.otherEyes', 'session.readOnly'] as const)(
  'a page from before it began elsewhere learns of it by %s, and opens anew as that person',
  async (code) => {
    const page = await aPage();
    refuse(reference.countries, code);
    answer(seeings.current, { seeing });
    await expect(page.call(reference.countries, {}, { quiet: true })).rejects.toMatchObject({ code });
    await vi.waitFor(() => expect(location.replace).toHaveBeenLastCalledWith('/dashboard'));
    expect((await aPage()).seen()).toMatchObject(seeing);
  },
);

test('a change that is refused because one only looks leads nowhere else', async () => {
  const page = await aSeenPage();
  vi.mocked(location.replace).mockClear();
  const asked = heard.length;
  refuse(reference.countries, 'session.readOnly');
  await expect(page.call(reference.countries, {})).rejects.toMatchObject({ code: 'session.readOnly' });
  expect([heard.length, vi.mocked(location.replace).mock.calls]).toEqual([asked + 1, []]);
});

test('whoever loses the session sees as nobody any more', async () => {
  await aSeenPage();
  const { loseSession } = await import('./session-end.ts');
  loseSession();
  expect(localStorage.getItem('SEEN')).toBeNull();
});
