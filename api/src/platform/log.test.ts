import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import fastify from 'fastify';
import { logOptions, safePath } from './log.ts';

async function linesOf(act: (server: ReturnType<typeof fastify>) => Promise<unknown>): Promise<string> {
  let lines = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines += chunk.toString();
      done();
    },
  });
  const server = fastify({ logger: { ...logOptions({ logLevel: 'info' }), stream } });
  server.get('/*', (request) => {
    request.log.info(
      { password: 'hunter2', body: { refreshToken: 'hunter2' }, device: { apiKey: 'hunter2' } },
      'asked',
    );
    request.log.info({ headers: request.headers, webhook: { secret: 'hunter2' } }, 'received');
    request.log.info({ busboyOptions: { headers: request.headers } }, 'uploading');
    throw Object.assign(new Error('duplicate'), {
      code: '23505',
      detail: 'Key (email)=(ann@example.com) already exists.',
    });
  });
  await act(server);
  await server.close();
  return lines;
}

test('the log contains no secrets, tokens or search terms', async () => {
  const lines = await linesOf((server) =>
    server.inject({
      url: '/users?search=ann@example.com',
      headers: {
        authorization: 'Bearer hunter2',
        cookie: 'sid=hunter2',
        'x-api-key': 'hunter2',
        'x-xsrf-token': 'hunter2',
      },
    }),
  );
  expect(lines).toContain('"path":"/users"');
  expect(lines).toContain('23505');
  expect(lines).not.toContain('hunter2');
  expect(lines).not.toContain('ann@example.com');
});

test('the token of a reset link is redacted, an id is not', () => {
  expect(safePath(`/reset-password/${'a1B2'.repeat(16)}?x=1`)).toBe('/reset-password/[redacted]');
  expect(safePath('/users/0198c2de-7b1a-7c3e-9d2f-0123456789ab')).toBe('/users/0198c2de-7b1a-7c3e-9d2f-0123456789ab');
});
