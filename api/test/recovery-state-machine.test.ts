import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOrganisation, createUser, password, secretWord, withSecretWord } from './builders.ts';
import {
  type SystemUnderTest,
  type ChangeCounts,
  runSequence,
  type Account,
  actionSequences,
} from './recovery-state-machine.ts';
import { emailOf } from './recovery.ts';
import { startTestServer, hardened, secretKey } from './server.ts';
import { decryptVariables, type StoredMail } from './stored-mails.ts';
import { longTest } from './limits.ts';

const unlimited = 1_000_000;

test('in any order of recovery requests, a password changes only with its owner’s valid proof', longTest, async () => {
  const testServer = await startTestServer({
    recoveryMails: unlimited,
    recoveryUnknownByAddress: unlimited,
    recoveryUnknownByPortal: unlimited,
    resetGuesses: unlimited,
    signInTries: unlimited,
    signInTriesInRow: unlimited,
    addressTries: unlimited,
  });
  const [acorn, beech] = [await createOrganisation(testServer), await createOrganisation(testServer)];
  const users = [];
  for (const node of [acorn, acorn, beech])
    users.push(await createUser(testServer, { node, rights: [], ...withSecretWord }));
  const accounts = users.map(({ id, userName, node }): Account => {
    return { id, userName, emailId: emailOf({ userName }), host: node.host, domainName: node.domain, password };
  });
  const orgOf = new Map(users.map(({ id, node }) => [id, node.orgId]));
  const system: SystemUnderTest = {
    accounts,
    secretWord,
    hardened,
    async send({ method, path, host, body, headers = {} }) {
      const url = `/user-management/${path}`;
      const response = await testServer.request({
        method,
        url,
        host,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      const cookie = ((response.headers['set-cookie'] as string | undefined) ?? '').split(';', 1)[0];
      return { ...response, cookie: cookie || undefined };
    },
    async passwordHashes() {
      const rows = await testServer.query('select id, password_hash from users');
      return new Map(rows.map(({ id, password_hash: hash }) => [id, hash]));
    },
    async lastMailedToken({ id }) {
      const [row] = await testServer.query(
        `select * from mails where org_id = $2 and user_id = $1 and kind = 'resetLink' order by created_date desc, id desc limit 1`,
        [id, orgOf.get(id)],
      );
      return row && (decryptVariables(row as StoredMail, secretKey)['token'] as string);
    },
    async resetLimits() {
      await testServer.query('delete from failed_attempts');
    },
  };
  const counts: ChangeCounts = { byEmail: 0, bySecretWord: 0, byOldPassword: 0 };
  await fc.assert(
    fc.asyncProperty(actionSequences, (steps) => runSequence(system, steps, counts)),
    // the proof of recovery takes other seeds
    { numRuns: hardened ? 200 : 400, seed: 7 },
  );
  const { bySecretWord: byWord, ...otherCounts } = counts;
  for (const count of Object.values(otherCounts)) expect(count).toBeGreaterThan(20);
  if (hardened) expect(byWord).toBe(0);
  else expect(byWord).toBeGreaterThan(20);
});
