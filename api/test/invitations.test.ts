import { beforeAll, describe, expect, test } from 'vitest';
import { createUser, type ApiClient, allAccessRights, platformNode, createClient, signIn } from './builders.ts';
import { organisationFields } from './input-fields.ts';
import { countMails, queuedMails } from './mails.ts';
import { passwordChangedText, createRecoveryClient } from './recovery.ts';
import { startTestServer } from './server.ts';
import { statusAndCode, auditEntriesOf } from './small-tree.ts';

const testServer = await startTestServer();
let platformAdmin: ApiClient;

beforeAll(async () => {
  platformAdmin = await createClient(testServer, await createUser(testServer, { node: platformNode }));
});

const administrator = { firstName: 'Ann', lastName: 'O’Hara', userName: 'ann.ohara', emailId: 'ann@mail.example' };
const newPassword = 'Harbour-portal-31';
const createOrganisationBy = (more: Record<string, unknown> = {}, headers = {}) =>
  platformAdmin.post(
    '/node-management/node',
    { ...organisationFields(), nodeType: 'organization', administrator, ...more },
    headers,
  );
const errorsOf = ({ body }: { body: { errors?: { path: string; messageCode: string }[] } }) =>
  Object.fromEntries((body.errors ?? []).map(({ path, messageCode }) => [path, messageCode]));
const readOrganisation = async (id: string, client = platformAdmin) =>
  (await client.get(`/node-management/organization/${id}`)).body.result;
const resendInvitation = (id: string, client = platformAdmin) =>
  client.post(`/node-management/organization/${id}/invitation`);

/** Creates an organisation with an invited administrator. */
async function createInvited(more: Record<string, unknown> = {}) {
  const { status, body, text } = await createOrganisationBy(more);
  if (status !== 200) throw new Error(text);
  const organisation = body.result;
  const [user] = await testServer.query('select * from users where org_id = $1', [organisation.id]);
  const node = { ...platformNode, id: organisation.id, orgId: organisation.id, host: organisation.url };
  const invitedUser = {
    id: user!['id'] as string,
    userName: administrator.userName,
    roleId: null,
    assignmentId: null,
    node,
  };
  const recoveryApi = createRecoveryClient(testServer, {
    host: organisation.url,
    domain: organisation.domains[0].domainName,
  });
  const invitationMails = async () =>
    (await queuedMails(testServer, invitedUser)).filter(({ kind }) => kind === 'invitation');
  const lastToken = async () => (await invitationMails()).at(-1)!.variables['token'] as string;
  return {
    organisation,
    user: user!,
    invitedUser: { ...invitedUser, host: organisation.url },
    recoveryApi,
    invitationMails,
    lastToken,
  };
}

describe('the first administrator of a new organisation', () => {
  test('is created with it: at its root node, with its role, language and default domain, without a password', async () => {
    const domains = [
      { domainName: 'first.example', isDefault: false },
      { domainName: 'usual.example', isDefault: true },
    ];
    const { organisation, user } = await createInvited({ defaultLanguage: 'de', domains });
    expect(user).toMatchObject({
      first_name: 'Ann',
      last_name: 'O’Hara',
      user_name: 'ann.ohara',
      email_id: 'ann@mail.example',
      domain_name: 'usual.example',
      language: 'de',
      country: 'GB',
      node_id: organisation.id,
      password_hash: null,
      created_by: platformAdmin.user.id,
    });
    expect(
      await testServer.query(
        'select a.node_id, a.until, r.name from assignments a join roles r on r.id = a.role_id where a.user_id = $1',
        [user['id']],
      ),
    ).toEqual([{ node_id: organisation.id, until: null, name: 'Organisation administrator' }]);
    expect(organisation).toMatchObject({ userCount: 1, invited: { ...administrator, goodUntil: expect.any(String) } });
    expect(await auditEntriesOf(testServer, user['id'] as string)).toMatchObject([
      { action: 'user.created', after: { ...administrator, domainName: 'usual.example' } },
      { action: 'user.invited' },
    ]);
  });

  test('chooses a password by the mailed link, once and only on the new portal, and signs in there', async () => {
    const { organisation, invitedUser, recoveryApi, lastToken } = await createInvited();
    const token = await lastToken();
    expect((await signIn(testServer, { ...invitedUser, secret: newPassword })).body.message).toContain(
      'Incorrect username or password.',
    );
    const platformRecovery = createRecoveryClient(testServer, platformNode);
    expect((await platformRecovery.reset(token, newPassword)).body.messageCode).toBe('recovery.linkUnknown');
    expect((await recoveryApi.check(token)).status).toBe(200);
    expect((await recoveryApi.reset(token, 'short')).status).toBe(400);
    const { status, body } = await recoveryApi.reset(token, newPassword);
    expect([status, body.message]).toEqual([200, passwordChangedText]);
    expect((await recoveryApi.reset(token, 'Another-portal-32')).body.messageCode).toBe('recovery.linkUsed');
    const firstClient = await createClient(testServer, invitedUser, newPassword);
    expect((await firstClient.get('/user-management/users')).body.total).toBe(1);
    const detailsAsAdmin = await readOrganisation(organisation.id, firstClient);
    expect([detailsAsAdmin.invited, detailsAsAdmin.can.edit]).toEqual([null, true]);
  });

  test('has seven days to accept and can be invited again afterwards', async () => {
    const { organisation, recoveryApi, lastToken } = await createInvited();
    const token = await lastToken();
    await testServer.advanceClock('6 days 23 hours 59 minutes');
    expect((await recoveryApi.check(token)).status).toBe(200);
    await testServer.advanceClock('7 days 1 minute');
    expect((await recoveryApi.check(token)).body.messageCode).toBe('recovery.linkExpired');
    expect((await recoveryApi.reset(token, newPassword)).body.messageCode).toBe('recovery.linkExpired');
    platformAdmin = await createClient(testServer, platformAdmin.user);
    expect((await readOrganisation(organisation.id)).invited).toEqual({
      ...administrator,
      goodUntil: null,
      mailRefused: null,
    });
    const { body } = await resendInvitation(organisation.id);
    expect(body.result.invited.goodUntil).toEqual(expect.any(String));
    expect((await recoveryApi.reset(await lastToken(), newPassword)).status).toBe(200);
    await testServer.advanceClock('0');
    platformAdmin = await createClient(testServer, platformAdmin.user);
  });

  test('is neither created nor invited if none is given', async () => {
    for (const administrator of [null, undefined]) {
      const before = await countMails(testServer);
      const { id, invited, userCount } = (await createOrganisationBy({ administrator })).body.result;
      expect([invited, userCount]).toEqual([null, 0]);
      expect(await countMails(testServer)).toBe(before);
      expect(statusAndCode(await resendInvitation(id))).toEqual([409, 'organisation.nobodyToInvite']);
    }
  });

  test.for([
    [{ firstName: '' }, 'firstName', 'field.required'],
    [{ lastName: ' ' }, 'lastName', 'field.required'],
    [{ userName: '' }, 'userName', 'field.required'],
    [{ userName: 'ann ohara' }, 'userName', 'field.invalidCharacter'],
    [{ userName: 'ann@DOMAIN' }, 'userName', 'field.userNameDomain'],
    [{ emailId: '' }, 'emailId', 'field.emailRequired'],
    [{ emailId: 'ann@mail' }, 'emailId', 'field.email'],
  ] as const)('is rejected with %o, and no organisation is created', async ([invalidFields, field, code]) => {
    const before = await testServer.query('select count(*) from nodes');
    const { domains } = organisationFields();
    const adminFields = JSON.parse(
      JSON.stringify(invalidFields).replace('DOMAIN', domains[0]!.domainName.toUpperCase()),
    ) as object;
    const response = await createOrganisationBy({ domains, administrator: { ...administrator, ...adminFields } });
    expect([response.status, errorsOf(response)]).toEqual([400, { [`administrator.${field}`]: code }]);
    expect(await testServer.query('select count(*) from nodes')).toEqual(before);
  });

  test('is neither created nor mailed if the organisation is rejected', async () => {
    const { organisation } = await createInvited();
    const before = await countMails(testServer);
    expect(statusAndCode(await createOrganisationBy({ url: organisation.url }))).toEqual([
      409,
      'organisation.urlTaken',
    ]);
    expect(await countMails(testServer)).toBe(before);
  });

  test('is invited once for repeated requests with one idempotency key', async () => {
    const body = { ...organisationFields() };
    const headers = { 'idempotency-key': 'one-invitation-once' };
    const [first, repeated] = [await createOrganisationBy(body, headers), await createOrganisationBy(body, headers)];
    expect(repeated.text).toBe(first.text);
    const mails = await testServer.query('select kind from mails where org_id = $1', [first.body.result.id]);
    expect(mails).toEqual([{ kind: 'invitation' }]);
  });
});

describe('a resent invitation', () => {
  test('replaces the previous one, goes to the current address and is audited', async () => {
    const { organisation, invitedUser, recoveryApi, invitationMails, lastToken } = await createInvited();
    const before = await lastToken();
    await testServer.query(`update users set email_id = 'new@mail.example' where id = $1`, [invitedUser.id]);
    const { status, body } = await resendInvitation(organisation.id);
    expect([status, body.result.invited.emailId]).toEqual([200, 'new@mail.example']);
    expect((await invitationMails()).map(({ to }) => to)).toEqual(['ann@mail.example', 'new@mail.example']);
    expect((await recoveryApi.check(before)).body.messageCode).toBe('recovery.linkExpired');
    expect((await recoveryApi.reset(await lastToken(), newPassword)).status).toBe(200);
    expect((await auditEntriesOf(testServer, invitedUser.id)).map(({ action }) => action)).toEqual([
      'user.created',
      'user.invited',
      'user.invited',
      'password.reset',
    ]);
  });

  test('is rejected once a password is set, and for a disabled user', async () => {
    const { organisation, invitedUser, recoveryApi, lastToken } = await createInvited();
    await testServer.query('update users set status = false where id = $1', [invitedUser.id]);
    expect(statusAndCode(await resendInvitation(organisation.id))).toEqual([409, 'organisation.nobodyToInvite']);
    expect((await recoveryApi.reset(await lastToken(), newPassword)).body.messageCode).toBe('recovery.linkExpired');
    await testServer.query('update users set status = true where id = $1', [invitedUser.id]);
    expect((await recoveryApi.reset(await lastToken(), newPassword)).status).toBe(200);
    expect(statusAndCode(await resendInvitation(organisation.id))).toEqual([409, 'organisation.nobodyToInvite']);
  });

  test('is rate-limited per hour', async () => {
    const { organisation } = await createInvited();
    const responses = [];
    for (let attempt = 0; attempt < 7; attempt += 1) responses.push(await resendInvitation(organisation.id));
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const response of refused) expect(statusAndCode(response)).toEqual([429, 'recovery.tooManyMails']);
    expect(responses[0]!.status).toBe(200);
  });

  test('can only be requested by platform users', async () => {
    const { organisation, invitedUser, user } = await createInvited();
    const node = { ...invitedUser.node, tpath: user['tpath'] as string, nodeType: 'ORGANIZATION' as const };
    const own = await createClient(
      testServer,
      await createUser(testServer, { node: { ...node, domain: user['domain_name'] }, rights: allAccessRights }),
    );
    expect(statusAndCode(await resendInvitation(organisation.id, own))).toEqual([409, 'organisation.onlyFromAbove']);
    const viewerClient = await createClient(
      testServer,
      await createUser(testServer, { node: platformNode, rights: ['view_organisation'] }),
    );
    expect((await resendInvitation(organisation.id, viewerClient)).status).toBe(403);
  });
});
