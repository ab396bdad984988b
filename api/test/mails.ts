import type { TestUser } from './builders.ts';
import { type TestServer, secretKey } from './server.ts';
import { decryptVariables, type StoredMail } from './stored-mails.ts';

/** A queued mail with its decrypted variables; empty after sending. */
export type QueuedMail = {
  readonly kind: string;
  readonly to: string;
  readonly variables: Readonly<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any -- each test asserts the shape it expects
};

/** All mails to a user, oldest first. */
export async function queuedMails(testServer: TestServer, { id }: Pick<TestUser, 'id'>): Promise<QueuedMail[]> {
  const rows = await testServer.query(
    'select org_id, user_id, kind, to_address, encrypted_content from mails where user_id = $1 order by created_date, id',
    [id],
  );
  return rows.map((row) => ({
    kind: row['kind'],
    to: row['to_address'],
    variables: decryptVariables(row as StoredMail, secretKey),
  }));
}

/** All reset tokens mailed to a user, oldest first. */
export async function resetTokensMailed(testServer: TestServer, user: Pick<TestUser, 'id'>): Promise<string[]> {
  const mails = await queuedMails(testServer, user);
  return mails.filter(({ kind }) => kind === 'resetLink').map(({ variables }) => variables['token'] as string);
}

export async function countMails(testServer: TestServer): Promise<number> {
  const [row] = await testServer.query<{ count: string }>('select count(*) from mails');
  return Number(row!.count);
}
