import { beforeAll, describe, expect, test } from 'vitest';
import { anOrganisation, aUser, type Caller, type Place, signedIn } from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer();
let org: Place;
let admin: Caller;

beforeAll(async () => {
  org = await anOrganisation(house);
  admin = await signedIn(house, await aUser(house, { at: org }));
});

describe('the template', () => {
  test('is a CSV file that holds the columns, and its row could be imported', async () => {
    const { body } = await admin.get('/common/template/Users');
    const { fileName, contentType, content } = body.result;
    expect([fileName, contentType]).toEqual(['Users.csv', 'text/csv']);
    const [head] = Buffer.from(content, 'base64').toString().replace('\uFEFF', '').split('\r\n');
    expect(head).toBe(
      'userName,firstName,lastName,emailId,phoneNumber,roleName,nodeName,nodeCode,language,timeZone,country,status',
    );
    expect((await admin.get('/common/template/Others')).status).toBe(404);
  });

  test('is for those alone who may have it', async () => {
    const nobody = await signedIn(house, await aUser(house, { at: org, rights: ['allow_upload_user_import_csv'] }));
    expect((await nobody.get('/common/template/Users')).status).toBe(403);
  });
});
