import type { ApiClient, TestUser } from './builders.ts';
import { userFields } from './input-fields.ts';
import { queuedMails } from './mails.ts';
import type { TestResponse } from './response.ts';
import type { TestServer } from './server.ts';

export const userUrl = ({ id }: { readonly id: string }) => `/user-management/users/${id}`;

/** Enters another address for a user, as an administrator does in the form. */
export const enterEmail = (client: ApiClient, user: TestUser, emailId: string): Promise<TestResponse> =>
  client.put(userUrl(user), { ...userFields(user), emailId });

/** What a reader of mailboxes does with the links about a user's changed address. */
export const emailLinks = (testServer: TestServer, user: Pick<TestUser, 'id' | 'host'>) => ({
  /** The newest token that was mailed to an address. */
  async mailedTo(address: string): Promise<string> {
    const mails = await queuedMails(testServer, user);
    const token = mails.findLast(({ kind, to }) => to === address && kind.startsWith('email'))?.variables['token'];
    if (typeof token !== 'string') throw new Error(`no link was mailed to ${address}`);
    return token;
  },
  check: (token: string) => testServer.request({ url: `/user-management/email-link/${token}`, host: user.host }),
  use: (token: string, decision: string) =>
    testServer.request({
      method: 'PUT',
      url: `/user-management/email-link/${token}`,
      host: user.host,
      body: { decision },
    }),
});
