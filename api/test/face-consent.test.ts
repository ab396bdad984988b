import { expect, test } from 'vitest';
import { createOrganisation, createRole, createUser, createClient } from './builders.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
const withoutProvider = await startTestServer({ databaseUrl: server.ownerUrl, faceIdProvider: '' });

const consentUrl = (id: string) => `/user-management/users/${id}/face-consent`;

test('stores the date of a face sign-in consent, keeps it when repeated and removes it on withdrawal', async () => {
  const org = await createOrganisation(server);
  const client = await createClient(server, await createUser(server, { node: org }));
  const profile = `/user-management/users/${client.user.id}/profile`;
  expect((await client.get(profile)).body.result.faceConsentDate).toBeNull();
  const agreed = await client.put(consentUrl(client.user.id), { agreed: true });
  expect(agreed.status).toBe(200);
  const consentDate: string = agreed.body.result.faceConsentDate;
  expect(Date.parse(consentDate)).toBeGreaterThan(0);
  // repeating the consent keeps the first date
  expect((await client.put(consentUrl(client.user.id), { agreed: true })).body.result.faceConsentDate).toBe(
    consentDate,
  );
  expect((await client.put(consentUrl(client.user.id), { agreed: false })).body.result.faceConsentDate).toBeNull();
  const events = await server.query(
    `select before, after from audit where entity_id = $1 and action = 'user.faceConsent' order by at`,
    [client.user.id],
  );
  expect(events).toEqual([
    { before: { faceConsentDate: null }, after: { faceConsentDate: consentDate } },
    { before: { faceConsentDate: consentDate }, after: { faceConsentDate: null } },
  ]);
});

test('refuses consent for other users, without the permission and without a face provider, but always allows withdrawal', async () => {
  const org = await createOrganisation(server);
  const client = await createClient(server, await createUser(server, { node: org }));
  const withoutPermission = await createClient(
    server,
    await createUser(server, {
      node: org,
      roleId: await createRole(server, { organisation: org, rights: ['view_user'] }),
    }),
  );
  expect((await client.put(consentUrl(withoutPermission.user.id), { agreed: true })).body.messageCode).toBe(
    'user.unknown',
  );
  expect((await withoutPermission.put(consentUrl(withoutPermission.user.id), { agreed: true })).status).toBe(403);
  await client.put(consentUrl(client.user.id), { agreed: true });
  // users without the permission do not see the consent
  expect(
    (await withoutPermission.get(`/user-management/users/${client.user.id}`)).body.result.faceConsentDate,
  ).toBeNull();
  const clientWithoutProvider = await createClient(withoutProvider, client.user);
  expect((await clientWithoutProvider.put(consentUrl(client.user.id), { agreed: true })).body.messageCode).toBe(
    'user.noFaceProvider',
  );
  expect(
    (await clientWithoutProvider.put(consentUrl(client.user.id), { agreed: false })).body.result.faceConsentDate,
  ).toBeNull();
});
