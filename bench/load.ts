import { Agent, request } from 'node:http';

/** Result of a load: requests per second, median and 95th percentile in milliseconds. */
export type Load = { readonly perSecond: number; readonly p50: number; readonly p95: number };

/** Runs `work` in `concurrency` parallel loops for `seconds`; the first error ends the load. */
export async function load(
  work: () => Promise<unknown>,
  { concurrency, seconds }: { concurrency: number; seconds: number },
): Promise<Load> {
  const times: number[] = [];
  const loadStartedAt = performance.now();
  const end = loadStartedAt + seconds * 1000;
  const worker = async () => {
    while (performance.now() < end) {
      const startedAt = performance.now();
      await work();
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const duration = (performance.now() - loadStartedAt) / 1000;
  times.sort((a, b) => a - b);
  const percentile = (fraction: number) => times[Math.min(times.length - 1, Math.floor(times.length * fraction))] ?? 0;
  return { perSecond: times.length / duration, p50: percentile(0.5), p95: percentile(0.95) };
}

/** A request to a server on the loopback interface. */
export type Request = {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};

/** HTTP client with keep-alive connections to one local port; any status but 200 throws. */
export function client(port: number, host: string): { send: (options: Request) => Promise<string>; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const send = ({ path, method = 'GET', headers = {}, body }: Request) =>
    new Promise<string>((resolve, reject) => {
      const outgoing = request(
        { agent, port, host: '127.0.0.1', path, method, headers: { host, ...headers } },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => (text += part));
          response.on('end', () =>
            response.statusCode === 200
              ? resolve(text)
              : reject(new Error(`${method} ${path} returned ${response.statusCode}: ${text.slice(0, 300)}`)),
          );
        },
      );
      outgoing.on('error', reject).end(body);
    });
  return { send, close: () => agent.destroy() };
}
