import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { stores } from './import-kinds.ts';
import { type Client, type ProductRequest, signIn } from './product.ts';
import { kestrel } from './setup.ts';
import { unfinishedRun } from './unfinished-run.ts';

type Headers = Record<string, string>;

/** An organisation that misbehaves: its client, an administrator and a user with few permissions. */
export type Offender = {
  readonly port: number;
  readonly client: Client;
  readonly ownerUrl: string;
  readonly organisationId: string;
  readonly admin: Headers;
  readonly clerk: Headers;
};

/** The number of responses by status. */
export type Statuses = Map<string, number>;

/** Misbehaves until `isOver`, and counts the responses. */
type Misbehaviour = (offender: Offender, isOver: () => boolean, statuses: Statuses) => Promise<void>;

const count = (statuses: Statuses, status: string) => statuses.set(status, (statuses.get(status) ?? 0) + 1);

/** Sends requests one after the other, as many at once as stated. */
const repeat =
  (parallel: number, requestOf: (offender: Offender, index: number) => ProductRequest): Misbehaviour =>
  async (offender, isOver, statuses) => {
    const worker = async (_: unknown, first: number) => {
      for (let index = first; !isOver(); index += parallel) {
        const response = await offender.client.send(requestOf(offender, index)).catch(() => undefined);
        count(statuses, String(response?.status ?? 'broken'));
      }
    };
    await Promise.all(Array.from({ length: parallel }, worker));
  };

const oneOf = (paths: readonly string[], index: number) => paths[index % paths.length]!;

const read = (parallel: number, paths: readonly string[], headersOf = ({ admin }: Offender) => admin) =>
  repeat(parallel, (offender, index) => ({ path: oneOf(paths, index), headers: headersOf(offender) }));

/** Bodies that arrive byte by byte. */
const slowBodies: Misbehaviour = async ({ port, admin }, isOver, statuses) => {
  const head = [
    'POST /user-management/users HTTP/1.1',
    `Host: ${kestrel.host}`,
    `Authorization: ${admin['authorization']}`,
    'Content-Type: application/json',
    'Content-Length: 100000',
  ];
  const sockets = Array.from({ length: 200 }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(`${head.join('\r\n')}\r\n\r\n{`);
    return socket;
  });
  while (!isOver()) {
    for (const socket of sockets) socket.write(' ');
    await delay(100);
  }
  for (const socket of sockets) count(statuses, socket.destroyed ? 'broken' : 'open');
  for (const socket of sockets) socket.destroy();
};

/** Event streams of a bulk change that is never done. */
const eventStreams: Misbehaviour = async (offender, isOver, statuses) => {
  const { path, end } = await unfinishedRun(offender.ownerUrl, offender.organisationId);
  const headers = { ...offender.admin, accept: 'text/event-stream' };
  const streams = repeat(300, () => ({ path, headers }))(offender, isOver, statuses);
  while (!isOver()) await delay(50);
  await end();
  await streams;
};

/** Changes of settings that are sent to webhooks whose receiver does not respond. */
const hangingWebhooks: Misbehaviour = async (offender, isOver, statuses) => {
  const { client, admin, organisationId } = offender;
  const receiver = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`;
  const path = `/node-management/node/${organisationId}`;
  for (let number = 0; number < 10; number += 1)
    await client.send({
      path: `${path}/webhooks`,
      method: 'POST',
      headers: admin,
      body: { description: `Tills ${number}`, url, sections: null },
    });
  await repeat(4, (_, index) => ({
    path: `${path}/settings/ebasketDisplay`,
    method: 'PUT',
    headers: admin,
    body: { fields: { displayName: { value: `Basket ${index}`, mode: 'free' } } },
  }))(offender, isOver, statuses);
  receiver.closeAllConnections();
  receiver.close();
};

/** A new user with a role that does not exist, who has to be refused before a password is hashed. */
const refusedUser = (organisationId: string, index: number) => ({
  userName: `refused.${index}`,
  firstName: 'Ada',
  lastName: 'Lovelace',
  emailId: `refused.${index}@mail.example`,
  phoneNumber: '',
  language: 'en',
  timeZone: 'Europe/London',
  country: 'GB',
  rootNodeId: organisationId,
  userRole: [{ id: '0199a000-0000-7000-8000-000000000000' }],
});

/** The ways in which an organisation can misbehave. */
const ways: Readonly<Record<string, Misbehaviour>> = {
  'parallel exports': read(30, [
    '/node-management/export',
    '/user-management/user-export',
    '/audit/export?format=jsonl',
  ]),
  'forbidden reads': read(60, ['/audit?search=e&size=100'], ({ clerk }) => clerk),
  'slow bodies': slowBodies,
  'wide searches': read(30, [
    '/audit?search=e&size=100',
    '/node-management/node/search?search=e',
    '/user-management/users?search=e&size=100',
  ]),
  'huge imports': repeat(6, ({ admin }) => ({
    path: '/node-management/imports?fileName=huge.csv',
    method: 'POST',
    headers: { ...admin, 'content-type': 'text/csv' },
    body: hugeFile(),
    seconds: 60,
  })),
  'deep pages': read(30, ['/audit?page=5000&size=100', '/user-management/users?page=5000&size=20']),
  'event streams': eventStreams,
  'hanging webhooks': hangingWebhooks,
  'refused creations': repeat(60, ({ admin, organisationId }, index) => ({
    path: '/user-management/users',
    method: 'POST',
    headers: admin,
    body: refusedUser(organisationId, index),
  })),
  'wrong passwords': repeat(60, (_, index) => signIn(kestrel.host, `nobody.${index}@kestrelsports.com`, 'wrong')),
};

/** Each way alone, and all of them together. */
export const misbehaviours: Readonly<Record<string, Misbehaviour>> = {
  ...ways,
  'all together': async (offender, isOver, statuses) => {
    await Promise.all(Object.values(ways).map((misbehave) => misbehave(offender, isOver, statuses)));
  },
};

let file: Uint8Array | undefined;
const hugeFile = () => (file ??= Buffer.from(stores.fileOf(0, 'nowhere')));
