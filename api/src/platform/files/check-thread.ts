import { Worker } from 'node:worker_threads';
import { ApiError } from '../errors.ts';
import { semaphore } from '../semaphore.ts';
import type { CheckMessage, CheckReply, Checks } from './check-messages.ts';
import type { RandomAccess } from './video-metadata.ts';

/** The check that the thread works on. */
type RunningCheck = { readonly take: (reply: CheckReply) => void; readonly fail: (error: Error) => void };

const invalidFile = (cause: Error) => new ApiError('field.imageFormat', { cause });

/** Memory of the thread in megabytes; buffers of files do not count, and are limited by the checks themselves. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** How long a check waits for those before it, in milliseconds. */
const maxWait = 20_000;

/**
 * Checks files in a thread of its own, one at a time, since a check computes as long as the file asks for: in the thread of
 * the server no other request would be answered meanwhile. Throws `field.imageFormat` for a file whose check takes longer
 * than `limitMs` or too much memory.
 */
export function fileCheckThread(limitMs: number) {
  const exclusively = semaphore(1, maxWait);
  let thread: Worker | undefined;
  let running: RunningCheck | undefined;

  const start = () => {
    const worker = new Worker(new URL('./file-checks.ts', import.meta.url), { resourceLimits });
    const isOutOfMemory = (error: Error) => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    // what a thread that was ended still says belongs to no check
    const current = () => (thread === worker ? running : undefined);
    worker.on('message', (reply: CheckReply) => current()?.take(reply));
    worker.on('error', (error: Error) => current()?.fail(isOutOfMemory(error) ? invalidFile(error) : error));
    worker.on('exit', () => {
      current()?.fail(new Error('the thread that checks files has ended'));
      if (thread === worker) thread = undefined;
    });
    worker.unref();
    return worker;
  };

  const check = (message: CheckMessage, read: RandomAccess['read']) =>
    new Promise<unknown>((resolve, reject) => {
      const worker = (thread ??= start());
      const settle = () => {
        clearTimeout(timer);
        running = undefined;
      };
      const fail = (error: Error) => {
        if (running !== own) return;
        settle();
        thread = undefined;
        void worker.terminate();
        reject(error);
      };
      const timer = setTimeout(() => fail(invalidFile(new Error('the check of a file took too long'))), limitMs);
      // a copy, since of a part of a buffer the whole would be sent
      const sendPart = (bytes: Uint8Array) => worker.postMessage({ bytes: new Uint8Array(bytes) }, []);
      const take = (reply: CheckReply) => {
        if ('read' in reply) {
          read(...reply.read)
            .then(sendPart)
            .catch(fail);
          return;
        }
        settle();
        if ('result' in reply) resolve(reply.result);
        else reject('code' in reply ? new ApiError(reply.code) : (reply.defect as Error));
      };
      const own = { take, fail };
      running = own;
      worker.postMessage(message, []);
    });

  return {
    run: <Name extends keyof Checks>(
      name: Name,
      input: Checks[Name]['input'],
      read: RandomAccess['read'] = () => Promise.reject(new Error('the check reads no file')),
    ) => exclusively(() => check({ name, input } as CheckMessage, read)) as Promise<Checks[Name]['result']>,
  };
}

/** The thread of this process; started by the first file. */
export const checkThread = fileCheckThread(20_000);
