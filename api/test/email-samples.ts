import { createHash, randomBytes } from 'node:crypto';
import { newId } from '../src/platform/database/ids.ts';
import { type ApiClient, insertRow, password, type TestUser } from './builders.ts';
import type { RequestParts } from './request-parts.ts';
import type { TestServer } from './server.ts';

/** The address of prepared requests, entered by another user. */
const pendingAddress = 'pending@mail.example';

async function setPendingEmail(testServer: TestServer, { id }: Pick<TestUser, 'id'>): Promise<void> {
  await testServer.query(
    'update users set pending_email = $2, pending_email_since = clock(), pending_email_by = $3, pending_email_confirmed_date = null where id = $1',
    [id, pendingAddress, newId()],
  );
}

/** Gives the client's user, or else the target, a pending address. */
async function createPendingEmail(testServer: TestServer, target: TestUser, client?: ApiClient): Promise<RequestParts> {
  const { id } = client?.user ?? target;
  await setPendingEmail(testServer, { id });
  return { id, body: { address: pendingAddress, password } };
}

/** Gives the target a pending address and a link for the old address; returns the link's token. */
export async function createEmailLink(testServer: TestServer, target: TestUser): Promise<string> {
  await setPendingEmail(testServer, target);
  const token = randomBytes(32).toString('base64url');
  const [times] = await testServer.query(`select clock() as now, clock() + interval '7 days' as later`);
  await insertRow(testServer, 'email_links', {
    org_id: target.node.orgId,
    user_id: target.id,
    token_hash: createHash('sha256').update(token).digest(),
    purpose: 'decide',
    created_date: times!['now'],
    expires_date: times!['later'],
  });
  return token;
}

const ownEmail = (target: TestUser, client?: ApiClient): RequestParts => ({
  id: (client?.user ?? target).id,
  body: { address: pendingAddress, password },
});

/** Sample requests for the endpoints of changed addresses. */
export const emailSamples: Readonly<Record<string, (target: TestUser, client?: ApiClient) => RequestParts>> = {
  'emailChanges.accept': ownEmail,
  'emailChanges.object': ownEmail,
  'emailChanges.useLink': () => ({ body: { decision: 'object' } }),
};

/** Sample requests with a pending address of the client's user, or else the target. */
export const emailFixtures = { 'emailChanges.accept': createPendingEmail, 'emailChanges.object': createPendingEmail };

export const emailTokens = { 'emailChanges.checkLink': createEmailLink, 'emailChanges.useLink': createEmailLink };
