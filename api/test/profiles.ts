import { createNode, createOrganisation, createUser, type ApiClient, type TestUser, createClient } from './builders.ts';
import { profileFields } from './input-fields.ts';
import { queuedMails } from './mails.ts';
import type { TestServer } from './server.ts';

export const profilePath = ({ id }: { id: string }) => `/user-management/users/${id}/profile`;

/** A valid profile update of the client's user. */
export const profileInput = (client: ApiClient, overrides: Record<string, unknown> = {}) => ({
  ...profileFields(client.user),
  ...overrides,
});

export const saveProfile = (client: ApiClient, overrides: Record<string, unknown> = {}) =>
  client.put(profilePath(client.user), profileInput(client, overrides));

/** Creates an organisation with a store and returns helpers for its users, their rows and their mails. */
export async function createProfileFixture(server: TestServer) {
  const org = await createOrganisation(server, { slug: 'acorn', name: 'Acorn' });
  const store = await createNode(server, { parent: org, nodeType: 'STORE', name: 'Leeds' });
  return {
    org,
    store,
    createClient: async (overrides: Record<string, unknown> = {}): Promise<ApiClient> =>
      createClient(server, await createUser(server, { node: store, rights: ['view_profile'], ...overrides })),
    rowOf: async ({ id }: TestUser) => (await server.query('select * from users where id = $1', [id]))[0]!,
    mailsOf: async (user: TestUser): Promise<Record<string, unknown>[]> =>
      (await queuedMails(server, user)).map(({ variables, ...mail }) => ({ ...mail, ...variables })),
  };
}
