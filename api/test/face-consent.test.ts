import { expect, test } from 'vitest';
import { anOrganisation, aRole, aUser, signedIn } from './builders.ts';
import { aServer } from './server.ts';

const house = await aServer();
const withoutProvider = await aServer({ databaseUrl: house.ownerUrl, faceIdProvider: '' });

const own = (id: string) => `/user-management/users/${id}/face-consent`;

test('whoever may agrees to sign in by their face, since then, and takes it back; nothing else of it is kept', async () => {
  const org = await anOrganisation(house);
  const me = await signedIn(house, await aUser(house, { at: org }));
  const profile = `/user-management/users/${me.person.id}/profile`;
  expect((await me.get(profile)).body.result.faceConsentDate).toBeNull();
  const agreed = await me.put(own(me.person.id), { agreed: true });
  expect(agreed.status).toBe(200);
  const since: string = agreed.body.result.faceConsentDate;
  expect(Date.parse(since)).toBeGreaterThan(0);
  // who agrees twice agrees since the first time
  expect((await me.put(own(me.person.id), { agreed: true })).body.result.faceConsentDate).toBe(since);
  expect((await me.put(own(me.person.id), { agreed: false })).body.result.faceConsentDate).toBeNull();
  const marks = await house.rows(
    `select before, after from audit where entity_id = $1 and action = 'user.faceConsent' order by at`,
    [me.person.id],
  );
  expect(marks).toEqual([
    { before: { faceConsentDate: null }, after: { faceConsentDate: since } },
    { before: { faceConsentDate: since }, after: { faceConsentDate: null } },
  ]);
});

test('nobody agrees for somebody else, without the permission, or where nobody recognises faces; without a provider it is still taken back', async () => {
  const org = await anOrganisation(house);
  const me = await signedIn(house, await aUser(house, { at: org }));
  const other = await signedIn(
    house,
    await aUser(house, { at: org, roleId: await aRole(house, { of: org, rights: ['view_user'] }) }),
  );
  expect((await me.put(own(other.person.id), { agreed: true })).body.messageCode).toBe('user.unknown');
  expect((await other.put(own(other.person.id), { agreed: true })).status).toBe(403);
  await me.put(own(me.person.id), { agreed: true });
  // who may not know is not told
  expect((await other.get(`/user-management/users/${me.person.id}`)).body.result.faceConsentDate).toBeNull();
  const there = await signedIn(withoutProvider, me.person);
  expect((await there.put(own(me.person.id), { agreed: true })).body.messageCode).toBe('user.noFaceProvider');
  expect((await there.put(own(me.person.id), { agreed: false })).body.result.faceConsentDate).toBeNull();
});
