import { Agent, request } from 'node:http';

/** What a load did: how many a second, and how long one took (milliseconds) at the middle and near the worst. */
export type Load = { readonly perSecond: number; readonly p50: number; readonly p95: number };

/** Keeps `atOnce` pieces of work going for `seconds` and says how it went; the first fault ends it. */
export async function load(
  work: () => Promise<unknown>,
  { atOnce, seconds }: { atOnce: number; seconds: number },
): Promise<Load> {
  const times: number[] = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  const worker = async () => {
    while (performance.now() < end) {
      const begun = performance.now();
      await work();
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const lasted = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / lasted, p50: at(0.5), p95: at(0.95) };
}

/** A request to a server on this machine. */
export type Ask = {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};

/** Speaks HTTP to one port of this machine over connections that stay open; anything but 200 is a fault. */
export function caller(port: number, host: string): { ask: (asked: Ask) => Promise<string>; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const ask = ({ path, method = 'GET', headers = {}, body }: Ask) =>
    new Promise<string>((resolve, reject) => {
      const sent = request(
        { agent, port, host: '127.0.0.1', path, method, headers: { host, ...headers } },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part: string) => (text += part));
          answer.on('end', () =>
            answer.statusCode === 200
              ? resolve(text)
              : reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`)),
          );
        },
      );
      sent.on('error', reject).end(body);
    });
  return { ask, close: () => agent.destroy() };
}
