import { setTimeout as delay } from 'node:timers/promises';
import { csvLine } from '@storeward/contract/csv';
import { importLimits, type ImportRun, isInProgress } from '@storeward/contract/imports';
import { type Figure, kestrel, type ProofOptions } from './setup.ts';
import { memoryOf } from './latency.ts';
import { signedIn, withProduct } from './product.ts';

/** Maximum growth of the process in MiB. */
const maxGrowth = 256;

/** Growth of the process while files of the maximum size are uploaded, checked and discarded (Linux only). */
export function uploadMemory({ rounds = 3, log }: ProofOptions): Promise<Figure[]> {
  return withProduct(async ({ running, client }) => {
    const token = await signedIn(client, kestrel.host, kestrel.admin);
    const send = async (path: string, method = 'GET', body?: Uint8Array) => {
      const headers = { ...token, ...(body ? { 'content-type': 'text/csv' } : {}) };
      const { status, text } = await client.send({
        path: `/node-management/imports${path}`,
        method,
        headers,
        body,
        seconds: 300,
      });
      if (status !== 200) throw new Error(`${method} ${path} was rejected with ${status}: ${text}`);
      return (JSON.parse(text) as { result: ImportRun }).result;
    };
    const file = Buffer.from(largestFile());
    const before = memoryOf(running.pid());
    let peak = before;
    const sampling = setInterval(() => (peak = Math.max(peak, memoryOf(running.pid()))), 20);
    try {
      for (let round = 1; round <= rounds; round += 1) {
        const { id } = await send('?fileName=largest.csv', 'POST', file);
        const peakAfterUpload = peak;
        while (isInProgress((await send(`/${id}`)).state)) await delay(100);
        await send(`/${id}`, 'DELETE');
        log(
          `file ${round} of ${rounds}: peak ${peakAfterUpload.toFixed(0)} MiB after the upload, ${peak.toFixed(0)} MiB after the check`,
        );
      }
    } finally {
      clearInterval(sampling);
    }
    return [
      {
        label: `${rounds} files of ${(file.length / 2 ** 20).toFixed(0)} MiB uploaded: growth of the process`,
        measured: `${(peak - before).toFixed(0)} MiB, from ${before.toFixed(0)}`,
        expected: `at most ${maxGrowth} MiB`,
        passed: peak - before <= maxGrowth,
      },
    ];
  });
}

/** A file with the maximum number of rows and bytes. */
function largestFile(): string {
  const head = csvLine(['type', 'code', 'name', 'parentCode', 'street']);
  const bytes = Math.floor((importLimits.bytes - head.length) / importLimits.rows);
  const row = (number: number) => {
    const line = (street: string) => csvLine(['STORE', `LARGE-${number}`, `Large ${number}`, 'NOWHERE', street]);
    return line('x'.repeat(bytes - line('').length));
  };
  return head + Array.from({ length: importLimits.rows }, (_, number) => row(number)).join('');
}
