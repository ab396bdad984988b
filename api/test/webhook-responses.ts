import type { ServerResponse } from 'node:http';
import type { Delivery } from '@storeward/contract/webhooks';

/** Why a message is not delivered; null if it is. */
export type Failure = Delivery['trouble'];

/** Statuses of responses. */
export const statusFailures: readonly (readonly [status: number, failure: Failure])[] = [
  [200, null],
  [201, null],
  [202, null],
  [204, null],
  [299, null],
  [300, 'redirected'],
  [302, 'redirected'],
  [304, 'redirected'],
  [307, 'redirected'],
  [308, 'redirected'],
  [400, 'rejected'],
  [401, 'rejected'],
  [403, 'rejected'],
  [404, 'rejected'],
  [413, 'rejected'],
  [418, 'rejected'],
  [422, 'rejected'],
  [451, 'rejected'],
  [408, 'refused'],
  [409, 'refused'],
  [410, 'gone'],
  [425, 'refused'],
  [429, 'refused'],
  [500, 'refused'],
  [502, 'refused'],
  [503, 'refused'],
  [504, 'refused'],
  [599, 'refused'],
  [101, 'refused'],
  [999, 'refused'],
];

const httpDate = (now: number, seconds: number) => new Date(now + seconds * 1000).toUTCString();
/** The form of dates that HTTP had before. */
const oldHttpDate = (now: number, seconds: number) =>
  httpDate(now, seconds).replace(
    /^(\w+), (\d+) (\w+) \d\d(\d\d)/,
    (_date, day: string, date: string, month: string, year: string) => `${longDays[day]}, ${date}-${month}-${year}`,
  );
const longDays: Readonly<Record<string, string>> = {
  Sun: 'Sunday',
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
};

/** Values of the header `Retry-After` at a time, and the seconds that they mean; null if none. */
export const retryAfters = (now: number): readonly (readonly [header: string, seconds: number | null])[] => [
  ['120', 120],
  [' 0 ', 0],
  ['007', 7],
  ['86400', 3600],
  ['999999999999999', 3600],
  [httpDate(now, 600), 600],
  [oldHttpDate(now, 600), 600],
  [httpDate(now, 87_000), 3600],
  [httpDate(now, -3600), 0],
  ['-5', null],
  ['1.5', null],
  ['1e3', null],
  ['0x10', null],
  ['9999999999999999', null],
  ['120, 240', null],
  ['120 seconds', null],
  ['soon', null],
  ['Soon, whenever it is GMT', null],
  ['2026-11-28', null],
  ['Sat, 28 Nov 2026 20:10:00 +0100', null],
  ['', null],
];

/** Responses that are no plain status, with their failure and the status that is kept. */
export const oddResponses: Readonly<
  Record<string, { respond: (response: ServerResponse) => unknown; failure: Failure; status: number | null }>
> = {
  'a body of 16 MB': {
    respond: (response) => response.writeHead(200).end(Buffer.alloc(16_000_000, 'x')),
    failure: null,
    status: 200,
  },
  'a body that never ends': {
    respond: (response) => response.writeHead(200).write('fine, and'),
    failure: null,
    status: 200,
  },
  'a body that is cut off': {
    respond: (response) =>
      response.writeHead(200, { 'content-length': '1000' }).write('fine', () => response.socket?.destroy()),
    failure: null,
    status: 200,
  },
  'a body of zeros': {
    respond: (response) => response.writeHead(200).end(Buffer.alloc(500)),
    failure: null,
    status: 200,
  },
  'a body of bytes that are no text': {
    respond: (response) => response.writeHead(200).end(Buffer.alloc(500, 0xc3)),
    failure: null,
    status: 200,
  },
  'a body that is no gzip': {
    respond: (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('fine'),
    failure: null,
    status: 200,
  },
  'broken chunks': raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n', null, 200),
  'hints before the response': raw(
    `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n`,
    null,
    204,
  ),
  'a redirect to the receiver itself': {
    respond: (response) => response.writeHead(302, { location: '/in' }).end(),
    failure: 'redirected',
    status: 302,
  },
  'an end before the response': {
    respond: (response) => response.socket?.destroy(),
    failure: 'noConnection',
    status: null,
  },
  'an end within the headers': raw('HTTP/1.1 200 OK\r\ncontent-', 'noConnection', null),
  'something that is not HTTP': raw('220 welcome to this mail server\r\n', 'noConnection', null),
  'a header of 20 kB': raw(`HTTP/1.1 200 OK\r\na: ${'x'.repeat(20_000)}\r\n\r\n`, 'noConnection', null),
  'two lengths': raw('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 'noConnection', null),
  'a status that is no number': raw('HTTP/1.1 2OO OK\r\n\r\n', 'noConnection', null),
  silence: { respond: () => undefined, failure: 'timeout', status: null },
  'headers that never end': {
    respond: (response) => response.socket?.write('HTTP/1.1 200 OK\r\n'),
    failure: 'timeout',
    status: null,
  },
};

/** A response as it is on the line, after which the connection ends. */
function raw(text: string, failure: Failure, status: number | null) {
  return { respond: (response: ServerResponse) => response.socket?.end(text), failure, status };
}
