import { expect, test } from 'vitest';
import { createOrganisation, createUser, signIn } from '../../test/builders.ts';
import { startTestServer } from '../../test/server.ts';

test('wrong tries at one organisation lock their address for this organisation only', async () => {
  const server = await startTestServer({ addressTries: 3 });
  const [acorn, beech] = [await createOrganisation(server), await createOrganisation(server)];
  const [ann, bob] = [await createUser(server, { node: acorn }), await createUser(server, { node: beech })];
  const codeOf = async ({ host }: { host: string }, userName: string, secret?: string) =>
    (await signIn(server, { userName, host, ...(secret === undefined ? {} : { secret }) })).body.messageCode;
  for (const name of ['one', 'two', 'three']) expect(await codeOf(acorn, name, 'no')).toBe('signIn.wrong');
  expect(await codeOf(acorn, ann.userName)).toBe('signIn.tooMany');
  expect((await signIn(server, { userName: bob.userName, host: beech.host })).status).toBe(200);
  for (const name of ['one', 'two', 'three']) expect(await codeOf(beech, name, 'no')).toBe('signIn.wrong');
  expect(await codeOf(beech, bob.userName)).toBe('signIn.tooMany');
});
