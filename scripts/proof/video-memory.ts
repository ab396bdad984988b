import { setTimeout as delay } from 'node:timers/promises';
import { videoSizeLimit } from '@storeward/contract/media-types';
import { videoOfSize } from '../../api/test/video-files.ts';
import { memoryOf } from './latency.ts';
import { signedIn, withProduct } from './product.ts';
import { type Figure, kestrel, type ProofOptions } from './setup.ts';

/** Maximum growth of the process in MiB, and the number of videos. */
const [maxGrowth, videos] = [64, 10];

/** Growth of the process while videos of the maximum size are uploaded, two at once (Linux only). */
export function videoMemory({ log }: ProofOptions): Promise<Figure[]> {
  return withProduct(async ({ running, client }) => {
    const token = await signedIn(client, kestrel.host, kestrel.admin);
    const send = async (body: Uint8Array, type: string) => {
      const headers = { ...token, 'content-type': type };
      const { status, text } = await client.send({
        path: '/common/uploadfile',
        method: 'POST',
        headers,
        body,
        seconds: 300,
      });
      if (status !== 200) throw new Error(`an upload was rejected with ${status}: ${text}`);
    };
    const video = videoOfSize(videoSizeLimit);
    await send(videoOfSize(100_000), 'video/mp4'); // loads the code
    await delay(500);
    const before = memoryOf(running.pid());
    let peak = before;
    const sampling = setInterval(() => (peak = Math.max(peak, memoryOf(running.pid()))), 20);
    try {
      for (let sent = 2; sent <= videos; sent += 2) {
        await Promise.all([send(video, 'video/mp4'), send(video, 'video/mp4')]);
        log(`${sent} of ${videos} videos: peak ${peak.toFixed(0)} MiB`);
      }
    } finally {
      clearInterval(sampling);
    }
    return [
      {
        label: `${videos} videos of ${videoSizeLimit / 2 ** 20} MiB uploaded: growth of the process`,
        measured: `${(peak - before).toFixed(0)} MiB, from ${before.toFixed(0)}`,
        expected: `under ${maxGrowth} MiB`,
        passed: peak - before < maxGrowth,
      },
    ];
  });
}
