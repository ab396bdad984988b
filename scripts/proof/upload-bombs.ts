import { setTimeout as delay } from 'node:timers/promises';
import { importLimits } from '@storeward/contract/imports';
import { videoSizeLimit } from '@storeward/contract/media-types';
import { videoOfSize, videoWithManyOffsets } from '../../api/test/video-files.ts';
import { type Figure, kestrel, percentile, type ProofOptions } from './setup.ts';
import { growthDuring, latencyDuring } from './latency.ts';
import { signedIn, withProduct } from './product.ts';

/** Maximum growth of the process in MiB, and maximum latency of other requests in milliseconds. */
const limits = { growth: 150, latency: 250 };
const endpoints = ['/user-management/users/import', '/node-management/imports'];

/** Hostile files of the maximum size, and one beyond it. */
const bombs = (key: string): Readonly<Record<string, { type: string; content: Buffer }>> => {
  const bytes = importLimits.bytes - 1;
  const csv = (content: Buffer) => ({ type: 'text/csv', content });
  const filled = (head: string, character: string) =>
    csv(Buffer.concat([Buffer.from(head)], bytes).fill(character, head.length));
  return {
    'ten megabytes in one cell': csv(Buffer.from(`${key},name\nA,"${'x'.repeat(10_000_000)}"\n`)),
    'a million columns': csv(Buffer.from(`${key}${',x'.repeat(1_000_000)}\nA\n`)),
    'as many columns as fit': filled(key, ',x'),
    'a quotation mark that is never closed': filled(`${key},name\nA,"`, 'x'),
    'only quotation marks': filled('', '"'),
    'only empty lines': filled('', '\n'),
    'more rows than allowed': filled(`${key}\n`, 'A\n'),
    'an archive': filled('PK\x03\x04', 'x'),
    '200 MB of JSON': {
      type: 'application/json',
      content: Buffer.alloc(200_000_000, 'QUFB'),
    },
    'a file of 200 MB': csv(Buffer.alloc(200_000_000, 'A\n')),
  };
};

/** The largest files that are accepted, and those whose check takes the longest. */
const largestFiles = (): Readonly<Record<string, { path: string; type: string; content: Buffer }>> => {
  const uploads = { path: '/common/uploadfile', type: 'video/mp4' };
  const rows = Array.from({ length: 90_000 }, (_, row) => `STORE,L${row},${' '.repeat(300)}Leeds ${row},GB\n`);
  return {
    'a video of a million chunks': { ...uploads, content: videoWithManyOffsets() },
    'a video of the largest size': { ...uploads, content: videoOfSize(videoSizeLimit) },
    'a file of 90,000 locations': {
      path: '/node-management/imports',
      type: 'text/csv',
      content: Buffer.from(`type,code,name,country\n${rows.join('')}`),
    },
  };
};

/** Memory growth and latency while hostile files are rejected, and latency while the largest files are accepted. */
export function uploadBombs({ rounds = 3, log }: ProofOptions): Promise<Figure[]> {
  return withProduct(
    async ({ running, client }) => {
      const token = await signedIn(client, kestrel.host, kestrel.admin);
      const accepted: string[] = [];
      const uploadAll = async () => {
        for (const path of endpoints)
          for (const [name, { type, content }] of Object.entries(bombs(path.includes('user') ? 'userName' : 'code'))) {
            const headers = { ...token, 'content-type': type };
            // the connection is closed on an oversized body, possibly before the response is read
            const response = await client
              .send({ path, method: 'POST', headers, body: content, seconds: 120 })
              .catch(() => undefined);
            if (response && (response.status < 400 || response.status >= 500))
              accepted.push(`${name}: ${response.status}`);
          }
      };
      // baseline latency, which also warms the process up
      const baseline = await latencyDuring(client, token, () => delay(5_000));
      let latencies: number[] = [];
      const { before, growth } = await growthDuring(running.pid(), async () => {
        latencies = await latencyDuring(client, token, async () => {
          for (let round = 1; round <= rounds; round += 1) {
            await uploadAll();
            log(`round ${round} of ${rounds}`);
          }
        });
      });
      const refused: string[] = [];
      const largest = await latencyDuring(client, token, async () => {
        for (const [name, { path, type, content }] of Object.entries(largestFiles())) {
          const headers = { ...token, 'content-type': type };
          const { status } = await client.send({ path, method: 'POST', headers, body: content, seconds: 120 });
          if (status !== 200) refused.push(`${name}: ${status}`);
        }
        // an import is checked after its response
        await delay(10_000);
      });
      const [median, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
      const count = rounds * endpoints.length * Object.keys(bombs('code')).length;
      return [
        {
          label: `${count} hostile files uploaded: not rejected`,
          measured: accepted.length === 0 ? '0' : accepted.join(', '),
          expected: '0',
          passed: accepted.length === 0,
        },
        {
          label: `${count} hostile files uploaded: growth of the process`,
          measured: `${growth.toFixed(0)} MiB, from ${before.toFixed(0)}`,
          expected: `less than ${limits.growth} MiB`,
          passed: growth < limits.growth,
        },
        {
          label: 'other requests while hostile files are uploaded',
          measured: `median ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms of ${latencies.length}; baseline ${percentile(baseline, 0.5).toFixed(0)} and ${percentile(baseline, 0.99).toFixed(0)} ms`,
          expected: `p99 less than ${limits.latency} ms`,
          passed: p99 < limits.latency,
        },
        {
          label: 'the largest files uploaded: refused',
          measured: refused.length === 0 ? '0' : refused.join(', '),
          expected: '0',
          passed: refused.length === 0,
        },
        {
          label: 'other requests while the largest files are uploaded and checked',
          measured: `median ${percentile(largest, 0.5).toFixed(0)} ms, p99 ${percentile(largest, 0.99).toFixed(0)} ms of ${largest.length}`,
          expected: `p99 less than ${limits.latency} ms`,
          passed: percentile(largest, 0.99) < limits.latency,
        },
      ];
      // without the limit of refused files, each of them is checked
    },
    { REFUSED_UPLOADS_PER_MINUTE: '1000000' },
  );
}
