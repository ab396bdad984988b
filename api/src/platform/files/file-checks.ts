import { parentPort } from 'node:worker_threads';
import { ApiError } from '../errors.ts';
import { readBmp } from './bmp.ts';
import type { CheckMessage, CheckReply } from './check-messages.ts';
import type { RandomAccess } from './video-metadata.ts';
import { inspectVideo } from './videos.ts';

// the code of the thread that check-thread.ts starts

const port = parentPort!;
const send = (reply: CheckReply) => port.postMessage(reply, []);

/** Receives the part of the file that the check waits for. */
let receive: (bytes: Uint8Array) => void = () => undefined;

/** Requests a part of the file from the server. */
const read: RandomAccess['read'] = (position, length) =>
  new Promise((resolve) => {
    receive = resolve;
    send({ read: [position, length] });
  });

type CheckedFile = Exclude<CheckMessage, { readonly bytes: Uint8Array }>;

const check = async (file: CheckedFile): Promise<unknown> =>
  file.name === 'video'
    ? inspectVideo(file.input.type, { size: file.input.size, read })
    : readBmp(file.input.bytes, file.input.maxPixels);

async function run(file: CheckedFile): Promise<void> {
  try {
    send({ result: await check(file) });
  } catch (error) {
    send(error instanceof ApiError ? { code: error.code } : { defect: error });
  }
}

port.on('message', (message: CheckMessage) => {
  if ('bytes' in message) receive(message.bytes);
  else void run(message);
});
