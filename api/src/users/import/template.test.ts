import { beforeAll, describe, expect, test } from 'vitest';
import { createOrganisation, createUser, type ApiClient, type TestNode, createClient } from '../../../test/builders.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
let org: TestNode;
let admin: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(server);
  admin = await createClient(server, await createUser(server, { node: org }));
});

describe('import template for users', () => {
  test('returns a CSV file with the columns and an importable sample row', async () => {
    const { body } = await admin.get('/common/template/Users');
    const { fileName, contentType, content } = body.result;
    expect([fileName, contentType]).toEqual(['Users.csv', 'text/csv']);
    const [head] = Buffer.from(content, 'base64').toString().replace('\uFEFF', '').split('\r\n');
    expect(head).toBe(
      'userName,firstName,lastName,emailId,phoneNumber,roleName,nodeName,nodeCode,language,timeZone,country,status',
    );
    expect((await admin.get('/common/template/Others')).status).toBe(404);
  });

  test('returns 403 for the template without the download permission', async () => {
    const withoutPermission = await createClient(
      server,
      await createUser(server, { node: org, rights: ['allow_upload_user_import_csv'] }),
    );
    expect((await withoutPermission.get('/common/template/Users')).status).toBe(403);
  });
});
