import { impersonationHeader } from '@storeward/contract/sessions';
import type { TestResponse } from './response.ts';
import type { ApiClient, TestUser } from './builders.ts';
import type { TestServer } from './server.ts';

/** Path to read and to stop the own impersonation. */
export const impersonationUrl = '/user-management/sessions/current/seeing';

export const startImpersonation = async (
  client: ApiClient,
  { id }: TestUser,
  reason = 'finds no price list',
): Promise<TestResponse> => client.post(`/user-management/users/${id}/seeing`, { reason });

/** Starts an impersonation; returns the header that further requests need. */
export async function impersonate(client: ApiClient, user: TestUser): Promise<Record<string, string>> {
  const { status, body, text } = await startImpersonation(client, user);
  if (status !== 200) throw new Error(text);
  return { [impersonationHeader]: body.result.id as string };
}

/** The impersonation audit entries about a user, oldest first. */
export const impersonationAudit = async (testServer: TestServer, { id }: TestUser) =>
  testServer.query(
    `select action, actor_id, org_id, tpath, session_id, before, after, reason from audit
      where entity_id = $1 and action like 'seeing.%' order by at, id`,
    [id],
  );

/** Status and error code of a response. */
export const statusAndCode = ({ status, body }: TestResponse): [number, string | undefined] => [
  status,
  body.messageCode,
];
