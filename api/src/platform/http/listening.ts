import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * How many sockets listen at each address. Node accepts one connection of a socket in each turn of its event loop, so with one
 * socket a new connection waits for as many turns as others wait before it, each of milliseconds under load. Linux distributes
 * the connections among sockets that share a port; elsewhere there is one.
 */
const socketsByAddress = process.platform === 'linux' ? 32 : 1;

/** The sockets besides that of the server, and whether all connections of each have ended. */
type Additional = { readonly listener: Server; readonly ended: Promise<void> };

const additional = new WeakMap<HttpServer, Additional[]>();

type Address = { readonly host: string; readonly port: number };

/**
 * Listens at the host, or at all addresses of `localhost`, each with several sockets. Throws an error of the operating system
 * if the first address cannot be used, and warns of others.
 */
export async function startListening(server: FastifyInstance, { host, port }: Address): Promise<void> {
  const [first, ...others] = host === 'localhost' ? await addressesOf(host) : [host];
  await server.listen(shared({ host: first!, port }));
  const { port: actualPort } = server.server.address() as AddressInfo;
  await addSockets(server, { host: first!, port: actualPort }, socketsByAddress - 1);
  for (const other of others) await addSockets(server, { host: other, port: actualPort }, socketsByAddress);
}

const addressesOf = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address);

const shared = (address: Address) => ({ ...address, reusePort: socketsByAddress > 1 });

async function addSockets({ server, log }: FastifyInstance, address: Address, count: number): Promise<void> {
  try {
    for (let index = 0; index < count; index += 1) await addSocket(server, address);
  } catch (error) {
    log.warn({ err: error, ...address }, 'This address cannot be listened at as intended.');
  }
}

/** Its connections are handled by the server, as the server's own are. */
async function addSocket(server: HttpServer, address: Address): Promise<void> {
  // with the options of HTTP servers, which handle the connections that they are given
  const options = { allowHalfOpen: true, noDelay: true };
  const listener = createServer(options, (socket) => server.emit('connection', socket));
  await once(listener.listen(shared(address)), 'listening');
  listener.on('error', (error) => server.emit('error', error));
  const ended = new Promise<void>((resolve) => listener.once('close', resolve));
  additional.set(server, [...(additional.get(server) ?? []), { listener, ended }]);
}

/** Refuses new connections at the additional sockets; those that are open remain. */
export function stopListening({ server }: FastifyInstance): void {
  for (const { listener } of additional.get(server) ?? []) listener.close();
}

/** Resolves once no connection is open at the additional sockets, which `stopListening` has closed. */
export async function connectionsEnded({ server }: FastifyInstance): Promise<void> {
  await Promise.all((additional.get(server) ?? []).map(({ ended }) => ended));
}

/** The number of open connections. */
export async function countConnections({ server }: FastifyInstance): Promise<number> {
  const listeners = [server, ...(additional.get(server) ?? []).map(({ listener }) => listener)];
  const counts = await Promise.all(listeners.map(connectionsOf));
  return counts.reduce((sum, count) => sum + count, 0);
}

const connectionsOf = (listener: Server) =>
  new Promise<number>((resolve) => listener.getConnections((error, count) => resolve(error ? 0 : count)));
