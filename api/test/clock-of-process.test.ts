import { expect, test } from 'vitest';
import { signInWithBrowser } from './browser.ts';
import { createClient, createOrganisation, createUser } from './builders.ts';
import { userFields } from './input-fields.ts';
import { startTestServer } from './server.ts';
import { isoVideo } from './video-files.ts';

test.for(['1 hour', '-1 hour'])(
  'sign-in, changes and uploads work though the clock of the database differs from that of the process by %s',
  async (difference) => {
    const server = await startTestServer();
    const organisation = await createOrganisation(server);
    const user = await createUser(server, { node: organisation });
    await server.advanceClock(difference);

    const browser = await signInWithBrowser(server, user);
    for (const url of ['/user-management/sessions', '/user-management/users'])
      expect((await browser.request({ url })).status).toBe(200);
    expect((await browser.refresh()).status).toBe(200);

    const client = await createClient(server, user);
    const colleague = await createUser(server, { node: organisation });
    expect((await client.put(`/user-management/users/${colleague.id}`, userFields(colleague))).status).toBe(200);
    const [entry] = await server.query(
      'select abs(extract(epoch from clock() - max(at)))::int as seconds from audit where org_id = $1 and entity_id = $2',
      [organisation.id, colleague.id],
    );
    expect(entry).toMatchObject({ seconds: expect.toSatisfy((seconds: number) => seconds < 600) });
    const signed = (await client.get('/common/getPreSignedUrl?key=a.mp4')).body.result as string;
    const headers = { 'content-type': 'video/mp4' };
    expect(
      (await server.request({ method: 'PUT', url: signed, host: organisation.host, body: isoVideo(), headers })).status,
    ).toBe(200);

    // nothing is to be done once the clock is right again
    await server.advanceClock('0');
    expect((await (await signInWithBrowser(server, user)).request({ url: '/user-management/sessions' })).status).toBe(
      200,
    );
  },
);
