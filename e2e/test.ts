import { type Page, test as base } from '@playwright/test';
import { demoAccounts, demoPassword } from '../scripts/seed/demo-accounts.ts';
import { type Product, startProduct } from './product.ts';

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
  /** Signs somebody in without the form and opens a screen as they see it. */
  enter: (name: AccountName, path?: string) => Promise<Page>;
  /** Signs somebody in past the browser. */
  tokensOf: (name: AccountName) => Promise<Tokens>;
};

/** A test in front of the real product; each worker has one for itself. */
export const test = base.extend<House, { product: Product }>({
  product: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- it asks for nothing, and must say so in this form
    async ({}, hand) => {
      const product = await startProduct();
      await hand(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  // The names that are no *.localhost lead to this machine too, and count as safe as those do.
  launchOptions: [
    async ({ product }, hand) => {
      const strangers = ['kestrel-sports.cn', 'x.cnet.com'];
      const trusted = strangers.map((host) => product.at(host)).join(',');
      await hand({
        executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--disable-quic',
          '--no-first-run',
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
          `--host-resolver-rules=${[...strangers, '*.localhost'].map((host) => `MAP ${host} 127.0.0.1`).join(',')}`,
          `--unsafely-treat-insecure-origin-as-secure=${trusted}`,
        ],
      });
    },
    { scope: 'worker' },
  ],

  tokensOf: async ({ product }, hand) => {
    await hand(async (name) => {
      const { userName, domain, portal } = account(name);
      const words = {
        username: domain ? `${userName}@${domain}` : userName,
        password: demoPassword,
        domainName: portal,
      };
      const body = Object.fromEntries(Object.entries(words).map(([field, word]) => [field, btoa(word)]));
      const reply = await product.ask({ host: portal, method: 'POST', path: '/user-management/login', body });
      return reply.body.result as Tokens;
    });
  },

  enter: async ({ product, page, tokensOf }, hand) => {
    await hand(async (name, path = '/dashboard') => {
      const origin = product.at(account(name).portal);
      const localStorage = [{ name: 'SESSION', value: JSON.stringify(await tokensOf(name)) }];
      // an open page would follow the change of person by itself
      await page.goto('about:blank');
      await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
      await page.goto(origin + path);
      return page;
    });
  },
});
