import { createHash } from 'node:crypto';

/** A request of the recorded walk. `{name}` in path and body stands for a value saved from an earlier response or from the fixture. */
export type RecordedRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly anonymous?: true;
  readonly body?: unknown;
  /** Saves values of the response under names: a path into the body. */
  readonly save?: Readonly<Record<string, string>>;
};

const node = { name: 'Headrow', code: 'HEAD', region: [], street: '', city: '', state: '', postCode: '', country: '' };
const nodeInput = { ...node, timeZone: '', phoneNumber: '', emailId: '' };
const user = {
  userName: 'walker',
  domainName: 'heron.example',
  firstName: 'Wanda',
  lastName: 'Walker',
  emailId: 'walker@heron.example',
  phoneNumber: '',
  country: '',
  language: 'en',
  timeZone: 'Europe/London',
};

/**
 * Requests to the paths of the list of endpoints, in an order in which later ones find what earlier ones created. Left out are
 * uploads and what later parts of the product added to the list: products, lists of tills and the dashboard, which have tests of
 * their own.
 */
export const recordedRequests: readonly RecordedRequest[] = [
  { method: 'GET', path: '/node-management/domain?subDomain=heron', anonymous: true },
  { method: 'GET', path: '/node-management/node-theme', anonymous: true },
  {
    method: 'POST',
    path: '/user-management/login',
    body: { username: 'YWRtaW4=', password: 'RGVtby1wb3J0YWwtMjY=', domainName: 'aGVyb24ubG9jYWxob3N0' },
    anonymous: true,
    save: { accessToken: 'result.accessToken', refreshToken: 'result.refreshToken' },
  },
  {
    method: 'POST',
    path: '/user-management/refresh-token',
    body: { clientId: 'portal-web', refreshToken: '{refreshToken}' },
    anonymous: true,
    save: { accessToken: 'result.accessToken' },
  },
  { method: 'GET', path: '/user-management/users/' },
  { method: 'GET', path: '/user-management/users?search=forgetful&size=5&sortby=desc' },
  {
    method: 'POST',
    path: '/user-management/users',
    body: { ...user, rootNodeId: '{store}', userRole: [{ id: '{role}' }], status: true },
    save: { user: 'result.id' },
  },
  { method: 'GET', path: '/user-management/users/{user}' },
  { method: 'PUT', path: '/user-management/users/{user}', body: { ...user, lastName: 'Wanderer' } },
  { method: 'PUT', path: '/user-management/users/{user}/status', body: { status: false } },
  { method: 'DELETE', path: '/user-management/users/{user}/delete' },
  { method: 'GET', path: '/user-management/users/{admin}/profile' },
  {
    method: 'POST',
    path: '/user-management/resetpassword',
    body: { oldPassword: 'not-the-password', newPassword: 'Better-portal-27', confirmPassword: 'Better-portal-27' },
  },
  {
    method: 'POST',
    path: '/user-management/resetpassword/validate-attributes',
    body: { username: 'forgetful', domainName: 'heron.example', secretWord: 'not-the-word' },
    anonymous: true,
  },
  {
    method: 'GET',
    path: '/user-management/resetpassword/validate-attributes?username=forgetful&domainName=heron.example&secretWord=bluebird',
    anonymous: true,
  },
  { method: 'GET', path: '/user-management/resetLink/{forgetful}' },
  { method: 'POST', path: '/user-management/resetLink/{forgetful}', body: {} },
  { method: 'GET', path: '/user-management/reset-password/validation/no-such-token', anonymous: true },
  { method: 'GET', path: '/user-management/validate-reset-token/no-such-token', anonymous: true },
  {
    method: 'PUT',
    path: '/user-management/reset-password/no-such-token',
    body: { password: 'Better-portal-27', confirmPassword: 'Better-portal-27' },
    anonymous: true,
  },
  {
    method: 'POST',
    path: '/user-management/validate-email-id',
    body: { username: 'forgetful', domainName: 'heron.example', secretWord: 'bluebird' },
    anonymous: true,
    save: { token: 'result.resetToken' },
  },
  { method: 'GET', path: '/user-management/reset-password/validation/{token}', anonymous: true },
  {
    method: 'PUT',
    path: '/user-management/reset-password/{token}',
    body: { password: 'Better-portal-27', confirmPassword: 'Better-portal-27' },
    anonymous: true,
  },
  {
    method: 'POST',
    path: '/user-management/validate-email-id',
    body: { emailId: 'forgetful@heron.example', domainName: 'heron.example' },
    anonymous: true,
    save: { flow: 'result.userId' },
  },
  { method: 'PUT', path: '/user-management/send-email/{flow}', body: {}, anonymous: true },
  { method: 'GET', path: '/node-management/organization/' },
  { method: 'GET', path: '/node-management/organization/{org}' },
  { method: 'GET', path: '/node-management/organization/{org}/theme' },
  { method: 'GET', path: '/node-management/domain/{org}' },
  {
    method: 'POST',
    path: '/node-management/node',
    body: { ...nodeInput, nodeType: 'STORE', parentId: '{group}' },
    save: { node: 'result.nodeId' },
  },
  { method: 'GET', path: '/node-management/node/{node}' },
  { method: 'GET', path: '/node-management/node/{group}?status=true' },
  { method: 'PUT', path: '/node-management/node/{node}', body: { ...nodeInput, name: 'Headrow Arcade' } },
  { method: 'GET', path: '/node-management/node/{store}/configuration' },
  { method: 'GET', path: '/node-management/node/override/{store}' },
  { method: 'PUT', path: '/node-management/node/{node}/status', body: { status: false } },
  { method: 'DELETE', path: '/node-management/node/{node}/delete' },
  {
    method: 'POST',
    path: '/node-management/deleteAwsSecrets',
    body: { authenticationDetailsKey: 'integration.secret', nodeId: '{store}' },
  },
  { method: 'GET', path: '/common/getPreSignedUrl?key=logo.png' },
  { method: 'POST', path: '/common/uploadfile' },
  { method: 'POST', path: '/common/uploadfileons3' },
  ...[
    'countries',
    'language',
    'timezones',
    'currency',
    'short-date',
    'short-time',
    'long-date',
    'long-time',
    'themes',
    'module',
    'purge',
  ].map((list) => ({ method: 'GET', path: `/common/${list}` }) as const),
  { method: 'POST', path: '/common/qrcode/generate', body: { text: 'https://heron.localhost' } },
  { method: 'GET', path: '/common/companies?orgId={org}&nodeType=STORE' },
  { method: 'GET', path: '/common/companies' },
  { method: 'GET', path: '/common/template/Users' },
  { method: 'GET', path: '/role-management/roles' },
  {
    method: 'POST',
    path: '/role-management/roles',
    body: {
      name: 'Recorded',
      description: 'Made by the walk',
      level: 'STORE',
      modules: [{ shortName: 'om', accessRights: [{ shortName: 'view_user' }] }],
    },
    save: { made: 'result.id' },
  },
  { method: 'GET', path: '/role-management/roles/{made}' },
  {
    method: 'PUT',
    path: '/role-management/roles/{made}',
    body: {
      name: 'Recorded again',
      level: 'STORE',
      modules: [{ shortName: 'om', accessRights: [{ shortName: 'view_user' }, { shortName: 'list_users' }] }],
    },
  },
  { method: 'GET', path: '/role-management/roles/modules/{made}' },
  { method: 'PUT', path: '/role-management/roles/{made}/status', body: { status: false } },
  { method: 'DELETE', path: '/role-management/roles/{made}' },
  ...['om', 'tm', 'saga', 'ebasket', 'engage', 'doti', 't2s', 'sotk', 'ross'].map(
    (code) => ({ method: 'GET', path: `/${code}-config/access-rights` }) as const,
  ),
  { method: 'GET', path: '/rj-config/access-right' },
  { method: 'GET', path: '/notfication' },
  { method: 'GET', path: '/user-management/users/no-such-id' },
  { method: 'PUT', path: '/user-management/logout', body: {} },
];

type Sent = {
  readonly method: RecordedRequest['method'];
  readonly url: string;
  readonly body?: unknown;
  readonly token?: string;
};
type Received = { readonly status: number; readonly text: string; readonly body: unknown };

/** A response as it is recorded; a body of more than 12,000 characters by its length and SHA-256 alone. */
export type RecordedResponse = { readonly request: string; readonly status: number; readonly body: unknown };

const longest = 12_000;

/** Sends all requests in order, the signed-in ones as the administrator. Ids are numbered by first appearance; times, tokens and signatures masked. */
export async function recordResponses(
  send: (request: Sent) => Promise<Received>,
  ids: Readonly<Record<string, string>>,
): Promise<RecordedResponse[]> {
  const known = new Map(Object.entries(ids));
  const numbered = new Map<string, string>();
  const fill = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replace(/\{(\w+)\}/g, (whole, name: string) => known.get(name) ?? whole)) as T;
  const mask = (text: string) =>
    text
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
        if (!numbered.has(id)) numbered.set(id, `id-${numbered.size + 1}`);
        return numbered.get(id)!;
      })
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'TIME')
      .replace(/(?<=")(?:[\w-]{43}|[\w-]{70})(?=")/g, 'TOKEN')
      .replace(/expires=\d+/g, 'expires=N')
      .replace(/(signature|token)=[\w-]+/g, '$1=MASKED')
      .replace(/(?<=")ey[\w-]+\.[\w-]+\.[\w-]+(?=")/g, 'JWT')
      .replace(/\/files\/[\w./-]+/g, '/files/NAME');
  const responses: RecordedResponse[] = [];
  for (const { method, path, anonymous, body: template, save } of recordedRequests) {
    const token = anonymous ? undefined : known.get('accessToken');
    const { status, body, text } = await send({
      method,
      url: fill(path),
      ...(template === undefined ? {} : { body: fill(template) }),
      ...(token === undefined ? {} : { token }),
    });
    for (const [name, at] of Object.entries(save ?? {})) {
      const value = at.split('.').reduce<unknown>((whole, part) => (whole as Record<string, unknown>)?.[part], body);
      if (typeof value !== 'string') throw new Error(`${method} ${path} has no ${at}: ${text}`);
      known.set(name, value);
    }
    const masked = mask(text || 'null');
    const sha256 = createHash('sha256').update(masked).digest('hex');
    const short = masked.length > longest ? { characters: masked.length, sha256 } : (JSON.parse(masked) as unknown);
    responses.push({ request: `${method} ${path}`, status, body: short });
  }
  return responses;
}
