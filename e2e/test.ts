import { type Page, test as base } from '@playwright/test';
import { demoAccounts, demoPassword } from '../scripts/seed/demo-accounts.ts';
import { type Product, type Reply, type Settings, startProduct } from './product.ts';

export { expect } from '@playwright/test';

/** A demo account's user name; the one of Bramble Toys carries its organisation. */
export type AccountName = (typeof demoAccounts)[number]['userName'] | 'org.admin of bramble';

/** Who a demo account is: name, domain and the portal they sign in on. */
export function account(name: AccountName) {
  const found = demoAccounts.find(({ userName, portal }) =>
    name === 'org.admin of bramble' ? portal === 'bramble.localhost' : userName === name,
  );
  if (!found) throw new Error(`There is no demo account ${name}`);
  return found;
}

/** The tokens of somebody who has signed in. */
export type Tokens = { readonly accessToken: string; readonly idToken: string; readonly refreshToken: string };

type House = {
  /** What one file leaves behind, the next one does not find. */
  ownData: void;
  /** Signs somebody in without the form and opens a screen as they see it. */
  enter: (name: AccountName, path?: string) => Promise<Page>;
  /** Signs somebody in as a program, for questions past the browser: no browser may use these tokens. */
  tokensOf: (name: AccountName) => Promise<Tokens>;
};

let fileBefore: string | undefined;

/** A test in front of the real product; each worker has one for itself, and each file finds the demo data untouched. */
export const test = base.extend<House, { product: Product; environment: Settings }>({
  /** What a file sets for the product it is tested with: `test.use({ environment: { IDLE_SECONDS: '60' } })`. */
  environment: [{}, { option: true, scope: 'worker' }],

  product: [
    async ({ environment }, hand) => {
      const product = await startProduct(environment);
      await hand(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  ownData: [
    async ({ product }, hand, { file }) => {
      if (fileBefore !== undefined && fileBefore !== file) await product.startAnew();
      fileBefore = file;
      await hand();
    },
    { auto: true, timeout: 60_000 },
  ],

  tokensOf: async ({ product }, hand) => {
    await hand(async (name) => (await signIn(product, name)).body.result as Tokens);
  },

  enter: async ({ product, page }, hand) => {
    await hand(async (name, path = '/dashboard') => {
      const { portal } = account(name);
      const reply = await signIn(product, name, { 'sec-fetch-site': 'same-origin' });
      const localStorage = [{ name: 'SESSION', value: JSON.stringify(reply.body.result) }];
      const origin = product.at(portal);
      // an open page would follow the change of person by itself
      await page.goto('about:blank');
      await page.context().setStorageState({ cookies: cookiesOf(reply, portal), origins: [{ origin, localStorage }] });
      await page.goto(origin + path);
      return page;
    });
  },
});

function signIn(product: Product, name: AccountName, headers: Record<string, string> = {}): Promise<Reply> {
  const { userName, domain, portal } = account(name);
  const words = { username: domain ? `${userName}@${domain}` : userName, password: demoPassword, domainName: portal };
  const body = Object.fromEntries(Object.entries(words).map(([field, word]) => [field, btoa(word)]));
  return product.ask({ host: portal, method: 'POST', path: '/user-management/login', body, headers });
}

/** The cookies of an answer, as a browser keeps them. */
const cookiesOf = ({ headers }: Reply, domain: string) =>
  (headers['set-cookie'] ?? []).map((line) => {
    const [, name = '', value = '', rules = ''] = /^([^=]+)=([^;]*);(.*)$/.exec(line) ?? [];
    const httpOnly = /httponly/i.test(rules);
    return { name, value, domain, path: '/', expires: -1, httpOnly, secure: true, sameSite: 'Strict' as const };
  });
