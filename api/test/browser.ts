import type { TestResponse } from './response.ts';
import { base64, password, type TestUser } from './builders.ts';
import type { TestRequest, TestServer } from './server.ts';

type Tokens = { readonly accessToken: string; readonly idToken: string; readonly refreshToken: string };

/** A simulated browser on one portal: it sends Fetch Metadata headers, stores cookies, and repeats the CSRF token. */
export type TestBrowser = {
  readonly host: string;
  readonly cookies: Map<string, string>;
  /** The tokens of the page; undefined before sign-in. */
  tokens: Tokens | undefined;
  request(request: Omit<TestRequest, 'host' | 'token'>): Promise<TestResponse>;
  signIn(user: Pick<TestUser, 'userName'>, secret?: string): Promise<TestResponse>;
  refresh(refreshToken?: string): Promise<TestResponse>;
};

export function createBrowser(
  testServer: TestServer,
  host: string,
  cookies: Iterable<readonly [string, string]> = [],
): TestBrowser {
  const browser: TestBrowser = {
    host,
    cookies: new Map(cookies),
    tokens: undefined,
    async request({ headers, method = 'GET', ...request }) {
      const csrfToken = browser.cookies.get('XSRF-TOKEN');
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await testServer.request({
        ...request,
        method,
        host,
        ...(browser.tokens ? { token: browser.tokens.accessToken } : {}),
        headers: {
          'sec-fetch-site': 'same-origin',
          'sec-fetch-mode': 'cors',
          ...(cookie ? { cookie } : {}),
          ...(csrfToken !== undefined && method !== 'GET'
            ? { 'x-xsrf-token': csrfToken, origin: `http://${host}` }
            : {}),
          ...headers,
        },
      });
      storeCookies(browser.cookies, response.headers['set-cookie']);
      return response;
    },
    async signIn({ userName }, secret = password) {
      browser.tokens = undefined;
      const body = { username: base64(userName), password: base64(secret), domainName: base64(host) };
      return storeTokens(await browser.request({ method: 'POST', url: '/user-management/login', body }));
    },
    async refresh(refreshToken = browser.tokens?.refreshToken) {
      const body = { clientId: 'portal-web', refreshToken };
      return storeTokens(await browser.request({ method: 'POST', url: '/user-management/refresh-token', body }));
    },
  };
  const storeTokens = (response: TestResponse): TestResponse => {
    if (response.status === 200) browser.tokens = response.body.result as Tokens;
    return response;
  };
  return browser;
}

/** Signs in with a new browser, or the given one; throws if the sign-in fails. */
export async function signInWithBrowser(
  testServer: TestServer,
  user: TestUser,
  browser = createBrowser(testServer, user.host),
): Promise<TestBrowser> {
  const { status, text } = await browser.signIn(user);
  if (status !== 200) throw new Error(`${user.userName} could not sign in: ${text}`);
  return browser;
}

/** The session id (`sid`) in an access token. */
export function sessionIdOf(accessToken: string): string {
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString()) as { sid: string };
  return claims.sid;
}

function storeCookies(cookies: Map<string, string>, header: unknown): void {
  const set = header === undefined ? [] : [header].flat();
  for (const line of set as string[]) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
    if (/Max-Age=0|Expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name!);
    else cookies.set(name!, value!);
  }
}
