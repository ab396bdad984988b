import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** The properties of pg that its types omit. */
type Session = pg.ClientBase & {
  readonly host: string;
  readonly port: number;
  readonly ssl: unknown;
  readonly processID: number;
  readonly secretKey: number;
};
type RequestConnection = Omit<pg.Connection, 'stream'> & {
  readonly stream: Duplex;
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
};

/** Milliseconds for one request, and between two requests. */
const requestMs = 2_000;
const pauseMs = 200;
/** A server that does not respond for this long has ended the statement by its own limit, or is unreachable. */
const maxRequests = 12;

/**
 * Cancels the running statement of a session. Resolves once the server has signalled the session or refuses
 * connections, and after half a minute at the latest; until then the session is considered busy. `stopped` ends the
 * waiting.
 */
export async function cancelStatement(client: pg.ClientBase, stopped: AbortSignal): Promise<void> {
  for (let request = 0; request < maxRequests && !stopped.aborted; request += 1) {
    if ((await sendRequest(client as Session, stopped)) !== 'no answer') return;
    await pause(pauseMs, undefined, { signal: stopped }).catch(() => undefined);
  }
}

/** The server closes the connection of a cancel request after it has signalled the session, without any response. */
function sendRequest(
  { host, port, ssl, processID, secretKey }: Session,
  stopped: AbortSignal,
): Promise<'signalled' | 'refused' | 'no answer'> {
  const connection = new pg.Connection({ ssl } as pg.ConnectionConfig) as unknown as RequestConnection;
  return new Promise((resolve) => {
    const end = (outcome: 'signalled' | 'refused' | 'no answer') => {
      clearTimeout(timeout);
      stopped.removeEventListener('abort', giveUp);
      resolve(outcome);
      connection.stream.destroy();
    };
    const giveUp = () => end('no answer');
    const timeout = setTimeout(giveUp, requestMs);
    stopped.addEventListener('abort', giveUp, { once: true });
    const send = () => connection.cancel(processID, secretKey);
    connection.on('connect', () => (ssl ? connection.requestSsl() : send()));
    connection.on('sslconnect', send);
    connection.on('error', ({ code }: { code?: string }) => end(code === 'ETIMEDOUT' ? 'no answer' : 'refused'));
    connection.on('end', () => end('signalled'));
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}
