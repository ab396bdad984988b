import { type Page, test as base } from '@playwright/test';
import { demoAccounts, demoPassword } from '../scripts/seed/demo-accounts.ts';
import { type Product, type ApiResponse, type Environment, startProduct } from './product.ts';
import { limits } from '../api/test/limits.ts';

export { expect } from '@playwright/test';

/** User name of a demo account. `org.admin` exists in both organisations, so that of Bramble Toys has a suffix. */
export type AccountName = (typeof demoAccounts)[number]['userName'] | 'org.admin of bramble';

/** Name, domain and portal of a demo account. */
export function account(name: AccountName) {
  const demoAccount = demoAccounts.find(({ userName, portal }) =>
    name === 'org.admin of bramble' ? portal === 'bramble.localhost' : userName === name,
  );
  if (!demoAccount) throw new Error(`Unknown demo account ${name}`);
  return demoAccount;
}

export type Tokens = { readonly accessToken: string; readonly idToken: string; readonly refreshToken: string };

type Fixtures = {
  /** Resets the data between test files. */
  isolatedData: void;
  /** Prints the addresses and notices of all open pages if a test fails. */
  noticesOfFailure: void;
  /** Signs a user in through the API and opens a path in the browser. */
  openAs: (name: AccountName, path?: string) => Promise<Page>;
  /** Signs in like an API client. Its tokens are not bound to a browser and cannot be used in one. */
  tokensFor: (name: AccountName) => Promise<Tokens>;
};

let previousFile: string | undefined;

/** A test against the running application: one process per worker, with fresh demo data for each file. */
export const test = base.extend<Fixtures, { product: Product; environment: Environment }>({
  /** Environment variables of the application: `test.use({ environment: { IDLE_SECONDS: '60' } })`. */
  environment: [{}, { option: true, scope: 'worker' }],

  product: [
    async ({ environment }, provide) => {
      const product = await startProduct(environment);
      await provide(product);
      await product.stop();
    },
    { scope: 'worker', timeout: limits.test },
  ],

  isolatedData: [
    async ({ product }, provide, { file }) => {
      if (previousFile !== undefined && previousFile !== file) await product.restartFresh();
      previousFile = file;
      await provide();
    },
    { auto: true, timeout: limits.test },
  ],

  noticesOfFailure: [
    // the page of the test is still open, since it is closed after what depends on it
    async ({ browser, page: _ }, provide, testInfo) => {
      await provide();
      if (testInfo.status === testInfo.expectedStatus) return;
      for (const open of browser.contexts().flatMap((context) => context.pages())) {
        const notices = await open.locator('[role=alert], [role=status]').allInnerTexts();
        process.stderr.write(`${open.url()}: ${notices.filter(Boolean).join(' | ')}\n`);
      }
    },
    { auto: true },
  ],

  tokensFor: async ({ product }, provide) => {
    await provide(async (name) => (await signIn(product, name)).body.result as Tokens);
  },

  openAs: async ({ product, page }, provide) => {
    await provide(async (name, path = '/dashboard') => {
      const { portal } = account(name);
      const response = await signIn(product, name, { 'sec-fetch-site': 'same-origin' });
      const localStorage = [{ name: 'SESSION', value: JSON.stringify(response.body.result) }];
      const origin = product.urlOf(portal);
      // an open page would react to the new session in localStorage
      await page.goto('about:blank');
      await page
        .context()
        .setStorageState({ cookies: parseCookies(response, portal), origins: [{ origin, localStorage }] });
      await page.goto(origin + path);
      return page;
    });
  },
});

function signIn(product: Product, name: AccountName, headers: Record<string, string> = {}): Promise<ApiResponse> {
  const { userName, domain, portal } = account(name);
  const credentials = {
    username: domain ? `${userName}@${domain}` : userName,
    password: demoPassword,
    domainName: portal,
  };
  const body = Object.fromEntries(Object.entries(credentials).map(([field, value]) => [field, btoa(value)]));
  return product.request({ host: portal, method: 'POST', path: '/user-management/login', body, headers });
}

/** Parses the response's cookies into Playwright's format. */
const parseCookies = ({ headers }: ApiResponse, domain: string) =>
  (headers['set-cookie'] ?? []).map((header) => {
    const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*);(.*)$/.exec(header) ?? [];
    const httpOnly = /httponly/i.test(attributes);
    return { name, value, domain, path: '/', expires: -1, httpOnly, secure: true, sameSite: 'Strict' as const };
  });
