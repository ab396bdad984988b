import { plainImage } from '../../api/test/image-files.ts';
import { type Client, signedIn, signIn } from './product.ts';
import { type Figure, kestrel } from './setup.ts';

/** Clients of two processes and of the proxy in front of both, and the administrator's session. */
export type Pair = {
  readonly a: Client;
  readonly b: Client;
  readonly both: Client;
  readonly headers: Record<string, string>;
};

const manager = 'region.manager@kestrelsports.com';
const profile = '/user-management/sessions';

/** Sends a request and expects success; returns its result. */
export async function resultOf<T>(client: Client, request: Parameters<Client['send']>[0]): Promise<T> {
  const { status, text } = await client.send(request);
  if (status !== 200)
    throw new Error(`${request.method ?? 'GET'} ${request.path} was rejected with ${status}: ${text}`);
  return (JSON.parse(text) as { result: T }).result;
}

const statusOf = async (client: Client, headers: Record<string, string>, path = profile) =>
  (await client.send({ path, headers })).status;

/** A session begun at one process holds at the other, and ends there with the next request. */
export async function sharedSessions({ a, b, both, headers }: Pair, rounds: number): Promise<Figure[]> {
  const users = await resultOf<{ id: string; userName: string }[]>(a, {
    path: '/user-management/users?size=100',
    headers,
  });
  const user = users.find(({ userName }) => manager.startsWith(userName))!;
  const roles = await resultOf<{ id: string; name: string }[]>(a, { path: '/role-management/roles?size=100', headers });
  const role = roles.find(({ name }) => name === 'Region manager')!;
  const set = (client: Client, path: string, status: boolean) =>
    resultOf(client, { path: `${path}/status`, method: 'PUT', headers, body: { status } });
  const ends: readonly (readonly [
    string,
    (token: Record<string, string>) => Promise<unknown>,
    () => Promise<unknown>,
  ])[] = [
    [
      'sign-out at the other process',
      (token) => resultOf(b, { path: '/user-management/logout', method: 'POST', headers: token, body: {} }),
      async () => undefined,
    ],
    [
      'user disabled at the other process',
      () => set(b, `/user-management/users/${user.id}`, false),
      () => set(b, `/user-management/users/${user.id}`, true),
    ],
    [
      'role disabled at the other process',
      () => set(b, `/role-management/roles/${role.id}`, false),
      () => set(b, `/role-management/roles/${role.id}`, true),
    ],
  ];
  const figures: Figure[] = [];
  let used = 0;
  for (const [title, end, restore] of ends) {
    let still = 0;
    for (let round = 0; round < rounds; round += 1) {
      const token = await signedIn(both, kestrel.host, manager);
      for (const client of [a, b, both]) if ((await statusOf(client, token)) === 200) used += 1;
      await end(token);
      if ((await statusOf(a, token)) !== 401) still += 1;
      await restore();
    }
    figures.push({
      label: `${title}: requests that were still answered`,
      measured: `${still} of ${rounds}`,
      expected: '0',
      passed: still === 0,
    });
  }
  const expected = 3 * rounds * ends.length;
  return [
    {
      label: 'sessions used at both processes and through nginx',
      measured: `${used} of ${expected} requests`,
      expected: `${expected} requests`,
      passed: used === expected,
    },
    ...figures,
  ];
}

/** Failed sign-ins at two processes count together. */
export async function lockedTogether({ a, b }: Pair): Promise<Figure> {
  const tries = 10; // SIGN_IN_TRIES
  for (let attempt = 0; attempt < tries; attempt += 1)
    await [a, b][attempt % 2]!.send(signIn(kestrel.host, manager, 'Wrong-password-1'));
  const statuses = await Promise.all(
    [a, b].map(async (client) => (await client.send(signIn(kestrel.host, manager))).status),
  );
  return {
    label: `the right password after ${tries / 2} wrong ones at each process`,
    measured: statuses.join(' and '),
    expected: 'refused at both',
    passed: statuses.every((status) => status !== 200),
  };
}

/** A file that one process permits, the other receives and the first one serves. */
export async function sharedUploads({ a, b, headers }: Pair): Promise<Figure> {
  const rounds = 5;
  let served = 0;
  for (let round = 0; round < rounds; round += 1) {
    const content = await plainImage(64 + round, 64)
      .png()
      .toBuffer();
    const url = await resultOf<string>(a, { path: '/common/getPreSignedUrl?key=picture.png', headers });
    const { pathname, search } = new URL(url, 'http://portal');
    const image = { ...headers, 'content-type': 'image/png' };
    await resultOf(b, { path: pathname + search, method: 'PUT', headers: image, body: content });
    const [here, there] = await Promise.all([a, b].map((client) => client.send({ path: pathname, headers })));
    if (here!.status === 200 && here!.text === there!.text && here!.text.length > 0) served += 1;
  }
  return {
    label: 'files permitted by one process, received by the other and served by both',
    measured: `${served} of ${rounds}`,
    expected: String(rounds),
    passed: served === rounds,
  };
}
