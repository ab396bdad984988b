import { normalised } from '@storeward/contract/fields';
import { expect, test } from 'vitest';
import { createOrganisation, createUser } from '../../../test/builders.ts';
import { queuedMails } from '../../../test/mails.ts';
import { createRecoveryClient } from '../../../test/recovery.ts';
import { startTestServer } from '../../../test/server.ts';

const testServer = await startTestServer();
const acorn = await createOrganisation(testServer);
const recovery = createRecoveryClient(testServer, acorn);
const createUserWith = (address: string) =>
  createUser(testServer, { node: acorn, email_id: address, email_norm: normalised(address) });

test('a reset mail is sent to the very address that was typed: accents tell addresses apart, letter case and punycode do not', async () => {
  const domain = 'gl\u00fcck.example';
  const plain = await createUserWith(`jose@${domain}`);
  const accented = await createUserWith(`jos\u00e9@${domain}`);
  const elsewhere = await createUserWith('jos\u00e9@gluck.example');
  const counts = async () =>
    Promise.all([plain, accented, elsewhere].map(async (user) => (await queuedMails(testServer, user)).length));
  for (const address of [`JOS\u00e9@${domain}`, 'jos\u00e9@xn--glck-1ra.example'])
    await recovery.sendMail((await recovery.start(address)).body.result.userId);
  expect(await counts()).toEqual([0, 2, 0]);
  await recovery.sendMail((await recovery.start(`jose@${domain}`)).body.result.userId);
  expect(await counts()).toEqual([1, 2, 0]);
});
