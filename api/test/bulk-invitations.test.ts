import { beforeAll, describe, expect, test } from 'vitest';
import { anOrganisation, aRole, aUser, type Caller, type Person, type Place, signedIn } from './builders.ts';
import { mailsTo } from './mails.ts';
import { aServer } from './server.ts';
import { changed, changesRested, userBulkUrl } from './user-bulk.ts';

const house = await aServer();
let org: Place;
let admin: Caller;
let clerks: string;

beforeAll(async () => {
  // the engine works while the server listens
  await house.server.listen({ host: '127.0.0.1', port: 0 });
  org = await anOrganisation(house);
  clerks = await aRole(house, { of: org, rights: ['om_dashboard'] });
  admin = await signedIn(house, await aUser(house, { at: org }));
});

const clerk = (more: object) => aUser(house, { at: org, roleId: clerks, ...more });
const idsOf = (people: readonly Person[]) => people.map(({ id }) => id);

describe('users enabled at once', () => {
  test('are asked to choose a password where they have none, as one is, and others are mailed nothing', async () => {
    const off = { status: false, password_hash: null, manual_password: false };
    const [none, has, already] = [
      await clerk(off),
      await clerk({ status: false }),
      await clerk({ ...off, status: true }),
    ];
    await changed(admin, { action: 'enable', ids: idsOf([none, has, already]) });
    expect(await mailsTo(house, none)).toMatchObject([{ kind: 'invitation', to: `${none.userName}@mail.example` }]);
    for (const person of [has, already]) expect(await mailsTo(house, person)).toEqual([]);
    const [mail] = await mailsTo(house, none);
    expect(
      (await house.ask({ url: `/user-management/validate-reset-token/${mail!.facts['token']}`, host: org.host }))
        .status,
    ).toBe(200);
  });

  test('are asked as well where a change that disabled them is taken back', async () => {
    const none = await clerk({ password_hash: null, manual_password: false });
    const run = await changed(admin, { action: 'disable', ids: [none.id] });
    expect(await mailsTo(house, none)).toEqual([]);
    await admin.put(`${userBulkUrl}/${run.id}/undo`);
    await changesRested(admin, run.id);
    expect(await mailsTo(house, none)).toMatchObject([{ kind: 'invitation' }]);
  });
});
