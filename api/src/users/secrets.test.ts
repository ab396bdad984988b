import { expect, test } from 'vitest';
import { createClient, createNode, createOrganisation, createRole, createUser } from '../../test/builders.ts';
import { queuedMails } from '../../test/mails.ts';
import { startTestServer } from '../../test/server.ts';
import { newUserInput } from '../../test/user-endpoints.ts';

const server = await startTestServer();
const org = await createOrganisation(server, { slug: 'birch', name: 'Birch' });
const store = await createNode(server, { parent: org, nodeType: 'STORE', name: 'Leeds' });
const admin = await createClient(server, await createUser(server, { node: org }));
const roleId = await createRole(server, { organisation: org, rights: ['view_profile'], level: 'STORE' });
const usersUrl = '/user-management/users';

/** A user created by the administrator, who may choose the secrets only at creation. */
const createNewUser = async (secrets: object = {}) => {
  const { body } = await admin.post(usersUrl, newUserInput({ node: store, roleId }, secrets));
  return body.result;
};

test.for([{ secretWord: 'harbour lights' }, { pin: '4711' }])(
  'refuses a secret that an administrator chooses for an existing user: %o',
  async (secret) => {
    const user = await createNewUser();
    const { status, body } = await admin.put(`${usersUrl}/${user.id}`, { ...user, firstName: 'Ada', ...secret });
    expect([status, body.messageCode]).toEqual([409, 'user.secretOfOwner']);
    const [row] = await server.query('select first_name, secret_word_hash, pin_hash from users where id = $1', [
      user.id,
    ]);
    expect(row).toEqual({ first_name: user.firstName, secret_word_hash: null, pin_hash: null });
  },
);

test('removes secret word and PIN for an administrator, mails the user and ends the reset links', async () => {
  const user = await createNewUser({ secretWord: 'harbour lights', pin: '4711' });
  await admin.post(`/user-management/resetLink/${user.id}`);
  const removal = { removeSecretWord: true, removePin: true };
  const { body } = await admin.put(`${usersUrl}/${user.id}`, { ...user, ...removal });
  expect([body.result.hasSecretWord, body.result.hasPin]).toEqual([false, false]);
  const kinds = (await queuedMails(server, user)).map(({ kind, variables }) => [kind, variables['what']]);
  expect(kinds).toEqual(
    expect.arrayContaining([
      ['contactChanged', 'secretWordRemoved'],
      ['contactChanged', 'pinRemoved'],
    ]),
  );
  expect((await admin.get(`/user-management/resetLink/${user.id}`)).body.result.sent).toBe(false);
  const [event] = await server.query(`select after from audit where entity_id = $1 and action = 'user.updated'`, [
    user.id,
  ]);
  expect(event!['after']).toEqual({ secretWord: 'removed', pin: 'removed' });
});
