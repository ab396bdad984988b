import { setTimeout as delay } from 'node:timers/promises';
import * as replies from '../../../api/test/mail-replies.ts';
import { type Failure, failureModes, type MailServer, smtpSteps } from '../../../api/test/mail-server.ts';
import { resultOf } from '../process-state.ts';
import { rowsOf } from '../setup.ts';
import type { Outcome, Target } from './corpus.ts';

/** What becomes of a mail: delivered, tried again later, or given up with a mark at its user. */
type Fate = 'delivered' | 'tried again' | `given up: ${string}`;

type MailCase = { readonly title: string; readonly failure: Failure; readonly expected: Fate };

const mailCase = (at: Failure['at'], reply: string, expected: Fate): MailCase => ({
  title: `${reply} at ${at}`,
  // a refused EHLO is repeated as HELO
  failure: { at, failureMode: 'refuse', reply, times: at === 'EHLO' ? 2 : 1 },
  expected,
});

const cases: readonly MailCase[] = [
  ...[...replies.addressRejections, ...replies.moreAddressRejections].map(([reply, reason]) =>
    mailCase('RCPT', reply, `given up: ${reason}`),
  ),
  ...[...replies.otherRejections, ...replies.moreOtherRejections].map(([at, reply]) =>
    mailCase(at, reply, 'tried again'),
  ),
  ...replies.acceptances.map(([at, reply]) => mailCase(at, reply, 'delivered')),
  ...failureModes
    .filter((failureMode) => failureMode !== 'refuse')
    .flatMap((failureMode) =>
      smtpSteps.map((at): MailCase => {
        const failure = { at, failureMode, times: 1 };
        return { title: `${failureMode} at ${at}`, failure, expected: 'tried again' };
      }),
    ),
];

type User = { readonly id: string; readonly emailId: string };

/** Responses of a mail server to a mail each: what becomes of the mail, and that none is lost that is tried again. */
export async function* mails(target: Target, mailServer: MailServer): AsyncGenerator<Outcome> {
  const { client, ownerUrl, token } = target;
  const users = await usersWithMail(target);
  const waiting: { title: string; user: User }[] = [];
  const delivered = ({ emailId }: User) => mailServer.accepted.some((mail) => mail.includes(`To: ${emailId}`));
  for (const [index, { title, failure, expected }] of cases.entries()) {
    const user = users[index];
    if (!user) throw new Error(`Only ${users.length} users can be sent a link, ${cases.length} are needed.`);
    mailServer.failAt({ ...failure });
    await resultOf(client, { path: `/user-management/resetLink/${user.id}`, method: 'POST', headers: token, body: {} });
    const measured = await fateOf(target, user);
    if (measured === 'tried again') waiting.push({ title, user });
    // so that it does not meet the failure of a later mail
    await rowsOf(
      ownerUrl,
      `update mails set next_try = clock() + interval '1 hour' where user_id = $1 and next_try is not null`,
      [user.id],
    );
    yield { title, measured, expected };
  }
  mailServer.failAt(undefined);
  await rowsOf(ownerUrl, 'update mails set next_try = clock() where next_try is not null and last_error is not null');
  for (const { title, user } of waiting) {
    const measured = await untilEnded(target, user);
    yield { title: `${title}, later`, measured: [measured, delivered(user)], expected: ['delivered', true] };
  }
}

/** Users who can be sent a link, each with an address that no other has, and without an earlier mail. */
async function usersWithMail({ client, token, ownerUrl }: Target): Promise<User[]> {
  const users = await resultOf<User[]>(client, {
    path: '/user-management/users?size=100&status=enabled',
    headers: token,
  });
  const free = await rowsOf<{ id: string }>(
    ownerUrl,
    `select min(u.id::text) as id from users u
      where not exists (select from mails m where m.user_id = u.id) group by u.email_id having count(*) = 1`,
  );
  const ids = new Set(free.map(({ id }) => id));
  return users.filter(({ id, emailId }) => ids.has(id) && emailId);
}

type MailState = { sent: boolean; failed: boolean; tried: boolean; mark: string | null };

const stateOf = async ({ ownerUrl }: Target, { id }: User) =>
  (
    await rowsOf<MailState>(
      ownerUrl,
      `select m.sent_date is not null as sent, m.failed_date is not null as failed, m.last_error is not null as tried,
              u.mail_refused_reason as mark
         from mails m join users u on u.id = m.user_id where m.user_id = $1 order by m.created_date desc limit 1`,
      [id],
    )
  )[0];

async function fateOf(target: Target, user: User): Promise<Fate> {
  for (;;) {
    const state = await stateOf(target, user);
    if (state?.sent) return 'delivered';
    if (state?.failed) return `given up: ${String(state.mark)}`;
    if (state?.tried) return state.mark === null ? 'tried again' : `given up: ${state.mark}`;
    await delay(5);
  }
}

async function untilEnded(target: Target, user: User): Promise<Fate> {
  for (let attempt = 0; attempt < 6_000; attempt += 1) {
    const state = await stateOf(target, user);
    if (state?.sent) return 'delivered';
    if (state?.failed) return `given up: ${String(state.mark)}`;
    await delay(10);
  }
  return 'tried again';
}
