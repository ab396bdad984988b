import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sealing } from '../src/platform/sealing.ts';
import { anOrganisation, aUser, password, secretWord, withSecretWord } from './builders.ts';
import { type Ground, type Seen, walk, type Walker, walks } from './recovery-walk.ts';
import { mailOf } from './recovery.ts';
import { aServer, hardened, secretKey } from './server.ts';

const without = 1_000_000;

test(
  'in whatever order the doors of recovery are tried, a password changes by its owner’s live proof alone',
  { timeout: 900_000 },
  async () => {
    const house = await aServer({
      recoveryMails: without,
      recoveryUnknownByAddress: without,
      recoveryUnknownByPortal: without,
      resetGuesses: without,
      signInTries: without,
      signInTriesInRow: without,
      addressTries: without,
    });
    const [acorn, beech] = [await anOrganisation(house), await anOrganisation(house)];
    const people = [];
    for (const at of [acorn, acorn, beech]) people.push(await aUser(house, { at, rights: [], ...withSecretWord }));
    const walkers = people.map(({ id, userName, at }): Walker => {
      return { id, userName, emailId: mailOf({ userName }), host: at.host, domainName: at.domain, password };
    });
    const orgOf = new Map(people.map(({ id, at }) => [id, at.orgId]));
    const { open } = sealing('mails', secretKey);
    const ground: Ground = {
      walkers,
      secretWord,
      hardened,
      async ask({ method, path, host, body, headers = {} }) {
        const url = `/user-management/${path}`;
        const answer = await house.ask({ method, url, host, headers, ...(body === undefined ? {} : { body }) });
        const cookie = ((answer.headers['set-cookie'] as string | undefined) ?? '').split(';', 1)[0];
        return { ...answer, cookie: cookie || undefined };
      },
      async hashes() {
        const rows = await house.rows('select id, password_hash from users');
        return new Map(rows.map(({ id, password_hash: hash }) => [id, hash]));
      },
      async lastMailed({ id }) {
        const [row] = await house.rows(
          `select sealed from mails where org_id = $2 and user_id = $1 and kind = 'resetLink' order by created_date desc, id desc limit 1`,
          [id, orgOf.get(id)],
        );
        return row && (JSON.parse(open(row['sealed'])!) as { token: string }).token;
      },
      async forgive() {
        await house.rows('delete from attempts');
      },
    };
    const seen: Seen = { byMail: 0, byWord: 0, byOld: 0 };
    await fc.assert(
      fc.asyncProperty(walks, (steps) => walk(ground, steps, seen)),
      { numRuns: hardened ? 500 : 1000 },
    );
    const { byWord, ...others } = seen;
    for (const count of Object.values(others)) expect(count).toBeGreaterThan(20);
    if (hardened) expect(byWord).toBe(0);
    else expect(byWord).toBeGreaterThan(20);
  },
);
