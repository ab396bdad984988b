import type { Answer } from './answer.ts';
import { base64, password, type Person } from './builders.ts';
import type { Ask, House } from './server.ts';

type Tokens = { readonly accessToken: string; readonly idToken: string; readonly refreshToken: string };

/** A browser on one portal: it says what it is, keeps its cookies, and its page sends back the mark of its session. */
export type Browser = {
  readonly host: string;
  readonly cookies: Map<string, string>;
  /** What the page keeps; nothing before somebody has signed in. */
  tokens: Tokens | undefined;
  ask(request: Omit<Ask, 'host' | 'token'>): Promise<Answer>;
  signIn(who: Pick<Person, 'userName'>, secret?: string): Promise<Answer>;
  refresh(refreshToken?: string): Promise<Answer>;
};

/** Opens a browser, with nothing in it or with the cookies of another one. */
export function aBrowser(house: House, host: string, cookies: Iterable<readonly [string, string]> = []): Browser {
  const browser: Browser = {
    host,
    cookies: new Map(cookies),
    tokens: undefined,
    async ask({ headers, method = 'GET', ...request }) {
      const mark = browser.cookies.get('XSRF-TOKEN');
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await house.ask({
        ...request,
        method,
        host,
        ...(browser.tokens ? { token: browser.tokens.accessToken } : {}),
        headers: {
          'sec-fetch-site': 'same-origin',
          'sec-fetch-mode': 'cors',
          ...(cookie ? { cookie } : {}),
          ...(mark !== undefined && method !== 'GET' ? { 'x-xsrf-token': mark, origin: `http://${host}` } : {}),
          ...headers,
        },
      });
      keep(browser.cookies, answer.headers['set-cookie']);
      return answer;
    },
    async signIn({ userName }, secret = password) {
      browser.tokens = undefined;
      const body = { username: base64(userName), password: base64(secret), domainName: base64(host) };
      return taken(await browser.ask({ method: 'POST', url: '/user-management/login', body }));
    },
    async refresh(refreshToken = browser.tokens?.refreshToken) {
      const body = { clientId: 'portal-web', refreshToken };
      return taken(await browser.ask({ method: 'POST', url: '/user-management/refresh-token', body }));
    },
  };
  const taken = (answer: Answer): Answer => {
    if (answer.status === 200) browser.tokens = answer.body.result as Tokens;
    return answer;
  };
  return browser;
}

/** Somebody who has just signed in with a browser of their own, or the one given. */
export async function signedInByBrowser(
  house: House,
  person: Person,
  browser = aBrowser(house, person.host),
): Promise<Browser> {
  const { status, text } = await browser.signIn(person);
  if (status !== 200) throw new Error(`${person.userName} could not sign in: ${text}`);
  return browser;
}

/** The session that an access token stands for. */
export function sessionOf(accessToken: string): string {
  const claims = JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString()) as { sid: string };
  return claims.sid;
}

function keep(cookies: Map<string, string>, header: unknown): void {
  const set = header === undefined ? [] : [header].flat();
  for (const line of set as string[]) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
    if (/Max-Age=0|Expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name!);
    else cookies.set(name!, value!);
  }
}
