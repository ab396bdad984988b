import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, createClient, createNode, createUser, type TestNode, type TestUser } from './builders.ts';
import { startTestServer } from './server.ts';
import { createSmallTree } from './small-tree.ts';
import { userBulkUrl } from './user-bulk.ts';

const server = await startTestServer();
const levels = ['ORGANIZATION', 'TRADING_REGION', 'STORE'] as const;
type Level = (typeof levels)[number];
const rights = ['list_users', 'view_user', 'edit_user'];

let administrators: Record<Level, ApiClient>;
/** Users at each node who need help, with the levels whose administrators reach them. */
let needy: { readonly user: TestUser; readonly reachedBy: readonly Level[]; readonly stronger: boolean }[];

beforeAll(async () => {
  const { org, region, store, south } = await createSmallTree(server);
  const otherRegion = await createNode(server, { parent: south, nodeType: 'TRADING_REGION' });
  const otherStore = await createNode(server, { parent: otherRegion, nodeType: 'STORE' });
  const clientAt = async (node: TestNode) => createClient(server, await createUser(server, { node, rights }));
  administrators = {
    ORGANIZATION: await clientAt(org),
    TRADING_REGION: await clientAt(region),
    STORE: await clientAt(store),
  };
  const levelsByNode: [TestNode, readonly Level[]][] = [
    [org, ['ORGANIZATION']],
    [region, ['ORGANIZATION', 'TRADING_REGION']],
    [store, levels],
    [otherRegion, ['ORGANIZATION']],
    [otherStore, ['ORGANIZATION']],
  ];
  needy = [];
  for (const [node, reachedBy] of levelsByNode)
    for (const stronger of [false, true]) {
      const user = await createUser(server, {
        node,
        rights: stronger ? [...rights, 'delete_user'] : [],
        firstName: 'Needy',
        created_date: '2025-01-01T00:00Z',
        password_hash: null,
        manual_password: false,
        pending_email: 'new@mail.example',
        pending_email_since: '2026-11-01T00:00Z',
        pending_email_by: administrators.ORGANIZATION.user.id,
      });
      needy.push({ user, reachedBy, stronger });
    }
});

/** What a bulk change of this one user would do. */
async function bulkVerdict(client: ApiClient, { id }: TestUser): Promise<string> {
  const { body } = await client.post(`${userBulkUrl}/preview`, { action: 'sendReset', ids: [id] });
  if (!body.result) return body.messageCode;
  const { changes, faults } = body.result;
  return faults[0]?.messageCode ?? (changes === 1 ? 'sent' : 'unchanged');
}

describe.each(levels)('an administrator at level %s', (level) => {
  test('sends a reset link or a first password to exactly the users whom a bulk change would reach', async () => {
    const me = administrators[level];
    for (const { user, reachedBy, stronger } of needy) {
      const expected = !reachedBy.includes(level) ? 'user.unknown' : stronger ? 'user.beyondYourOwn' : 'sent';
      const verdicts = [await bulkVerdict(me, user)];
      for (const path of [
        `/user-management/resetLink/${user.id}`,
        `/user-management/users/${user.id}/first-password`,
      ]) {
        const { status, body } = await me.post(path);
        verdicts.push(status === 200 ? 'sent' : body.messageCode);
      }
      expect([user.node.id, ...verdicts]).toEqual([user.node.id, expected, expected, expected]);
    }
  });

  test.each([
    ['invited and never signed in', { status: 'invited' }],
    ['inactive since a day', { inactiveSince: '2026-03-01' }],
    ['waiting for an address to be confirmed', { status: 'emailUnconfirmed' }],
  ])('finds the users of the own area who are %s, and nobody else', async (_what, filter) => {
    const query = new URLSearchParams({ ...filter, search: 'needy', size: '100' });
    const { body } = await administrators[level].get(`/user-management/users?${String(query)}`);
    const expected = needy.filter(({ reachedBy }) => reachedBy.includes(level)).map(({ user }) => user.id);
    expect(body.result.map(({ id }: { id: string }) => id).toSorted()).toEqual(expected.toSorted());
    expect(body.total).toBe(expected.length);
  });
});
