import { setTimeout as pause } from 'node:timers/promises';
import { importLimits } from '@storeward/contract/imports';
import { type Figure, kestrel, quantile, type Wish } from './ground.ts';
import { growthMeanwhile, othersMeanwhile } from './meanwhile.ts';
import { signedIn, withProduct } from './product.ts';

const most = { growth: 150, answered: 250 };
const doors = ['/user-management/users/import', '/node-management/imports'];

/** Files that are there to do harm, as large as they may be, and one that is larger. */
const bombs = (key: string): Readonly<Record<string, { type: string; content: Buffer }>> => {
  const bytes = importLimits.bytes - 1;
  const csv = (content: Buffer) => ({ type: 'text/csv', content });
  const filled = (head: string, sign: string) => csv(Buffer.concat([Buffer.from(head)], bytes).fill(sign, head.length));
  return {
    'ten megabytes in one cell': csv(Buffer.from(`${key},name\nA,"${'x'.repeat(10_000_000)}"\n`)),
    'a million columns': csv(Buffer.from(`${key}${',x'.repeat(1_000_000)}\nA\n`)),
    'as many columns as fit': filled(key, ',x'),
    'a quotation mark that never closes': filled(`${key},name\nA,"`, 'x'),
    'quotation marks alone': filled('', '"'),
    'empty lines alone': filled('', '\n'),
    'more rows than there may be': filled(`${key}\n`, 'A\n'),
    'an archive': filled('PK\x03\x04', 'x'),
    'two hundred megabytes of letters in a message': {
      type: 'application/json',
      content: Buffer.alloc(200_000_000, 'QUFB'),
    },
    'two hundred megabytes as a file': csv(Buffer.alloc(200_000_000, 'A\n')),
  };
};

/** What files that are there to do harm cost the process that refuses them, and everybody else. */
export function uploadBombs({ rounds = 3, say }: Wish): Promise<Figure[]> {
  return withProduct(async ({ running, client }) => {
    const token = await signedIn(client, kestrel.host, kestrel.admin);
    const taken: string[] = [];
    const throwAll = async () => {
      for (const path of doors)
        for (const [what, { type, content }] of Object.entries(bombs(path.includes('user') ? 'userName' : 'code'))) {
          const headers = { ...token, 'content-type': type };
          // whoever sends too much is hung up on, perhaps before the answer is read
          const answer = await client
            .send({ path, method: 'POST', headers, body: content, seconds: 120 })
            .catch(() => undefined);
          if (answer && (answer.status < 400 || answer.status >= 500)) taken.push(`${what}: ${answer.status}`);
        }
    };
    // what everybody waits for anyway, and so that the process does nothing for the first time
    const usual = await othersMeanwhile(client, token, () => pause(5_000));
    let answered: number[] = [];
    const { before, growth } = await growthMeanwhile(running.pid(), async () => {
      answered = await othersMeanwhile(client, token, async () => {
        for (let round = 1; round <= rounds; round += 1) {
          await throwAll();
          say(`round ${round} of ${rounds}`);
        }
      });
    });
    const [median, p99] = [quantile(answered, 0.5), quantile(answered, 0.99)];
    const count = rounds * doors.length * Object.keys(bombs('code')).length;
    return [
      {
        what: `${count} bombs uploaded: not refused`,
        seen: taken.length === 0 ? '0' : taken.join(', '),
        promised: '0',
        kept: taken.length === 0,
      },
      {
        what: `${count} bombs uploaded: growth of the process`,
        seen: `${growth.toFixed(0)} MiB, from ${before.toFixed(0)}`,
        promised: `less than ${most.growth} MiB`,
        kept: growth < most.growth,
      },
      {
        what: 'everybody else while bombs are uploaded',
        seen: `median ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms of ${answered.length}; without them ${quantile(usual, 0.5).toFixed(0)} and ${quantile(usual, 0.99).toFixed(0)} ms`,
        promised: `p99 less than ${most.answered} ms`,
        kept: p99 < most.answered,
      },
    ];
  });
}
