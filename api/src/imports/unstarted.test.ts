import { expect, test } from 'vitest';
import { createClient, createOrganisation, createUser } from '../../test/builders.ts';
import { nodeImportUrl, upload } from '../../test/imports.ts';
import { startTestServer } from '../../test/server.ts';

test('imports that were not started are limited for a user and an organisation, and one that is discarded makes room', async () => {
  const server = await startTestServer({ importsByUser: 2, importsByOrganisation: 3 });
  const node = await createOrganisation(server);
  const [ann, bob] = [
    await createClient(server, await createUser(server, { node })),
    await createClient(server, await createUser(server, { node })),
  ];
  const other = await createClient(server, await createUser(server, { node: await createOrganisation(server) }));
  const send = async (client: typeof ann) => {
    const { status, body } = await upload(client, 'type,code,name,parentCode\nSTORE,A,A,B\n');
    return status === 200 ? (body.result.id as string) : [status, body.messageCode];
  };
  const refused = [409, 'import.tooManyWaiting'];
  const first = await send(ann);
  expect(first).toEqual(expect.any(String));
  await send(ann);
  expect(await send(ann)).toEqual(refused);
  expect(await send(bob)).toEqual(expect.any(String));
  expect(await send(bob)).toEqual(refused);
  expect(await send(other)).toEqual(expect.any(String));
  await server.query(`update import_runs set state = 'ready', checked = true where id = $1`, [first]);
  expect((await ann.delete(`${nodeImportUrl}/${first as string}`)).status).toBe(200);
  expect(await send(ann)).toEqual(expect.any(String));
});
