import { setTimeout as pause } from 'node:timers/promises';
import { csvLine } from '@storeward/contract/csv';
import { importLimits, type ImportRun, isMoving } from '@storeward/contract/imports';
import { type Figure, kestrel, type Wish } from './ground.ts';
import { memoryOf } from './meanwhile.ts';
import { signedIn, withProduct } from './product.ts';

const most = 256;

/** How much the process of the product grows while files as large as they may be come in, are checked and thrown away again (Linux only). */
export function uploadMemory({ rounds = 3, say }: Wish): Promise<Figure[]> {
  return withProduct(async ({ running, client }) => {
    const token = await signedIn(client, kestrel.host, kestrel.admin);
    const ask = async (path: string, method = 'GET', body?: Uint8Array) => {
      const headers = { ...token, ...(body ? { 'content-type': 'text/csv' } : {}) };
      const { status, text } = await client.send({
        path: `/node-management/imports${path}`,
        method,
        headers,
        body,
        seconds: 300,
      });
      if (status !== 200) throw new Error(`${method} ${path} is refused with ${status}: ${text}`);
      return (JSON.parse(text) as { result: ImportRun }).result;
    };
    const file = Buffer.from(largest());
    const before = memoryOf(running.pid());
    let peak = before;
    const watching = setInterval(() => (peak = Math.max(peak, memoryOf(running.pid()))), 20);
    try {
      for (let round = 1; round <= rounds; round += 1) {
        const { id } = await ask('?fileName=largest.csv', 'POST', file);
        const came = peak;
        while (isMoving((await ask(`/${id}`)).state)) await pause(100);
        await ask(`/${id}`, 'DELETE');
        say(
          `file ${round} of ${rounds}: ${came.toFixed(0)} MiB when it was there, ${peak.toFixed(0)} MiB when it was checked`,
        );
      }
    } finally {
      clearInterval(watching);
    }
    return [
      {
        what: `${rounds} files of ${(file.length / 2 ** 20).toFixed(0)} MiB uploaded: growth of the process`,
        seen: `${(peak - before).toFixed(0)} MiB, from ${before.toFixed(0)}`,
        promised: `at most ${most} MiB`,
        kept: peak - before <= most,
      },
    ];
  });
}

/** As many rows as a file may have, and as many bytes. */
function largest(): string {
  const head = csvLine(['type', 'code', 'name', 'parentCode', 'street']);
  const bytes = Math.floor((importLimits.bytes - head.length) / importLimits.rows);
  const row = (number: number) => {
    const line = (street: string) => csvLine(['STORE', `LARGE-${number}`, `Large ${number}`, 'NOWHERE', street]);
    return line('x'.repeat(bytes - line('').length));
  };
  return head + Array.from({ length: importLimits.rows }, (_, number) => row(number)).join('');
}
