import { setTimeout as delay } from 'node:timers/promises';
import { csvLine } from '@storeward/contract/csv';
import { type ImportRun, isInProgress } from '@storeward/contract/imports';
import type { MailServer } from '../../api/test/mail-server.ts';
import { type Pair, resultOf } from './process-state.ts';
import type { Product } from './product.ts';
import { type Figure, kestrel, type ProofOptions, rowsOf } from './setup.ts';

const userCount = 1_000;
const messageCount = 40;
/** What a process delivers at the same time; only those may arrive twice, when it is killed before it records them. */
const mailsAtOnce = 5;
const messagesAtOnce = 20;
const imports = '/user-management/users/import';

type Work = {
  readonly pair: Pair;
  readonly killed: Product;
  readonly ownerUrl: string;
  readonly mails: MailServer;
  readonly messages: { readonly url: string; readonly ids: readonly string[] };
  readonly log: ProofOptions['log'];
};

/** Imports users, who are invited by mail, and sends messages of webhooks; one process is killed in the middle of each. */
export async function jobs({ pair, killed, ownerUrl, mails, messages, log }: Work): Promise<Figure[]> {
  const { a, b, headers } = pair;
  const [org] = await rowsOf<{ id: string }>(ownerUrl, 'select org_id as id from portal_hosts where host = $1', [
    kestrel.host,
  ]);
  const hooks = `/node-management/node/${org!.id}/webhooks`;
  const body = { description: 'Tills', url: messages.url, sections: null };
  const { webhook } = await resultOf<{ webhook: { id: string } }>(a, { path: hooks, method: 'POST', headers, body });

  const { text } = await a.send({ path: '/node-management/export', headers });
  const group = /^STORE_GROUP,([^,"]+),.*,enabled\r?$/m.exec(text)?.[1] ?? '';
  const run = await resultOf<ImportRun>(b, {
    path: `${imports}?fileName=people.csv`,
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: Buffer.from(fileOf(group)),
  });
  const read = () => resultOf<ImportRun>(a, { path: `${imports}/${run.id}`, headers });
  const until = async (isReached: (current: ImportRun) => boolean) => {
    for (let attempt = 0; attempt < 6_000; attempt += 1) {
      const current = await read();
      if (isReached(current)) return current;
      await delay(10);
    }
    throw new Error(`The import makes no progress: ${JSON.stringify(await read())}`);
  };
  await until(({ state }) => !isInProgress(state));
  // started at the process that will be killed, watched at the other
  await resultOf(b, { path: `${imports}/${run.id}/start`, method: 'PUT', headers });
  const events = a.send({
    path: `${imports}/${run.id}`,
    headers: { ...headers, accept: 'text/event-stream' },
    seconds: 120,
  });
  for (let index = 0; index < messageCount; index += 1)
    await resultOf([a, b][index % 2]!, { path: `${hooks}/${webhook.id}/test`, method: 'POST', headers, body: {} });
  await until(({ done, state }) => done > 0 || !isInProgress(state));
  await killed.kill();
  log('killed during the import');
  const { state } = await until((current) => !isInProgress(current.state));
  const stream = (await events).text.split('\n\n').filter((event) => event.startsWith('data:'));
  await killed.start();
  await untilTrue(() => mails.accepted.length > userCount / 4);
  await killed.kill();
  log(`killed after ${mails.accepted.length} mails`);
  await killed.start();

  const [left] = [await untilTrue(() => allArrived(mails, messages.ids), 150_000)];
  log(left ? 'all mails and messages arrived' : 'not all mails and messages arrived');
  const recipients = mails.accepted.flatMap((text) => /^To:.*?(together-\d+)@mail\.example/m.exec(text)?.[1] ?? []);
  const [row] = await rowsOf<{ users: number; entries: number; invitations: number }>(
    ownerUrl,
    `select (select count(*)::int from users where starts_with(user_name, 'together-')) as users,
            (select count(*)::int from audit where run_id = $1 and action = 'user.created') as entries,
            (select count(*)::int from mails m join users u on u.id = m.user_id
              where starts_with(u.user_name, 'together-') and m.kind = 'invitation') as invitations`,
    [run.id],
  );
  const counts = `${row!.users}, ${row!.entries}, ${row!.invitations}`;
  const expected = `${userCount}, ${userCount}, ${userCount}`;
  return [
    {
      label: `import of ${userCount} users, one process killed: users, audit entries, invitations`,
      measured: `${counts}, ${state}`,
      expected: `${expected}, done`,
      passed: counts === expected && state === 'done',
    },
    {
      label: 'progress of the import at the other process',
      measured: `${stream.length} events, ${/"state":"done"/.test(stream.at(-1) ?? '') ? 'the last is done' : 'not to its end'}`,
      expected: 'several events, the last is done',
      passed: stream.length > 1 && /"state":"done"/.test(stream.at(-1) ?? ''),
    },
    deliveries('mails', recipients, userCount, mailsAtOnce),
    deliveries('messages of webhooks', messages.ids, messageCount, messagesAtOnce),
  ];
}

/** Each has to arrive; SMTP and HTTP cannot tell a killed sender whether the last ones have. */
function deliveries(title: string, arrived: readonly string[], expected: number, atOnce: number): Figure {
  const distinct = new Set(arrived).size;
  const twice = arrived.length - distinct;
  return {
    label: `${title}, one process killed: lost, delivered twice`,
    measured: `${expected - distinct}, ${twice} of ${expected}`,
    expected: `0, at most the ${atOnce} on their way`,
    passed: distinct === expected && twice <= atOnce,
  };
}

const allArrived = (mails: MailServer, ids: readonly string[]) =>
  mails.accepted.filter((text) => text.includes('together-')).length >= userCount && new Set(ids).size >= messageCount;

async function untilTrue(holds: () => boolean, milliseconds = 60_000): Promise<boolean> {
  for (const latest = performance.now() + milliseconds; performance.now() < latest; await delay(20))
    if (holds()) return true;
  return false;
}

function fileOf(group: string): string {
  const head = ['userName', 'firstName', 'lastName', 'emailId', 'roleName', 'nodeCode', 'language', 'timeZone'];
  const rows = Array.from({ length: userCount }, (_, row) => {
    const name = `together-${row + 1}`;
    return csvLine([
      name,
      'File',
      `Person ${row}`,
      `${name}@mail.example`,
      'Group manager',
      group,
      'en',
      'Europe/London',
    ]);
  });
  return csvLine(head) + rows.join('');
}
