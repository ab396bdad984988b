import { hash, verify } from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { hashing } from './hashing.ts';

vi.mock('@node-rs/argon2', { spy: true }); // the real one, counted

const costs = { memoryKib: 64, passes: 2, parallelism: 1, atOnce: 2, queueSeconds: 2 };
const [key, next] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];

test('a password matches what was made of it and nothing else', async () => {
  const { make, matches } = hashing(costs, key);
  const stored = await make('a good passphrase ✓');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=64,t=2,p=1,keyid=[\w+/]{8}\$/);
  expect(await make('a good passphrase ✓')).not.toBe(stored);
  expect(await matches('a good passphrase ✓', stored)).toBe(true);
  for (const other of ['a good passphrase', 'A good passphrase ✓', '', stored])
    expect(await matches(other, stored)).toBe(false);
});

test('nobody’s password is never right, and takes one verification at the same cost as anybody’s', async () => {
  const { make, matches } = hashing(costs, key);
  await matches('x', undefined);
  for (const stored of [await make('x'), null, undefined]) {
    vi.mocked(verify).mockClear();
    vi.mocked(hash).mockClear();
    expect(await matches('nobody has this password', stored)).toBe(false);
    expect([vi.mocked(verify).mock.calls.length, vi.mocked(hash).mock.calls.length]).toEqual([1, 0]);
    expect(String(vi.mocked(verify).mock.calls[0]![0])).toContain('$m=64,t=2,p=1$');
  }
});

test('a hash is worth nothing without the key it was made with, and one made before there was a key still counts', async () => {
  const stored = await hashing(costs, key).make('a good passphrase');
  const bare = await hash('a good passphrase', { memoryCost: 64, timeCost: 2, parallelism: 1 });
  expect(await verify(stored.replace(/,keyid=[^$]*/, ''), 'a good passphrase')).toBe(false);
  const cases = [
    [hashing(costs, key), stored, true, false],
    [hashing(costs, next), stored, false, true],
    [hashing(costs, next, key), stored, true, true],
    [hashing(costs, next), bare, true, true],
    [hashing({ ...costs, passes: 3 }, key), stored, true, true],
  ] as const;
  for (const [{ matches, isOutdated }, kept, right, outdated] of cases) {
    await matches('x', undefined);
    vi.mocked(verify).mockClear();
    vi.mocked(hash).mockClear();
    expect([await matches('a good passphrase', kept), isOutdated(kept)]).toEqual([right, outdated]);
    expect(await matches('another passphrase', kept)).toBe(false);
    expect([vi.mocked(verify).mock.calls.length, vi.mocked(hash).mock.calls.length]).toEqual([2, 0]);
  }
});

test('no more run at once than was decided, and all get their turn', async () => {
  let [running, most] = [0, 0];
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  vi.mocked(hash).mockImplementation(async () => {
    most = Math.max(most, (running += 1));
    await opened;
    running -= 1;
    return 'made';
  });
  const { make } = hashing({ ...costs, atOnce: 3 }, key);
  const all = Array.from({ length: 10 }, () => make('x'));
  await new Promise(setImmediate);
  expect(running).toBe(3);
  open();
  expect(await Promise.all(all)).toHaveLength(10);
  expect(most).toBe(3);
  vi.mocked(hash).mockRestore();
});

test('whoever waited too long is told to come back, and makes room for others', async () => {
  vi.useFakeTimers();
  const { promise: opened, resolve: open } = Promise.withResolvers<string>();
  vi.mocked(hash).mockImplementation(() => opened);
  const { make } = hashing({ ...costs, atOnce: 1, queueSeconds: 2 }, key);
  const first = make('x');
  const waiting = [make('x'), make('x')].map((one) => one.catch((error: unknown) => error));
  vi.advanceTimersByTime(1_999);
  const late = make('x');
  vi.advanceTimersByTime(1);
  for (const refusal of await Promise.all(waiting))
    expect(refusal).toMatchObject({
      code: 'service.busy',
      status: 503,
      details: { retryAfter: expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 4) },
    });
  open('made');
  expect(await Promise.all([first, late])).toEqual(['made', 'made']);
  vi.useRealTimers();
  vi.mocked(hash).mockRestore();
});

test('a busy moment at the first unknown name does not turn away the next', async () => {
  vi.mocked(hash).mockRejectedValueOnce(new Error('no memory'));
  const { matches } = hashing(costs, key);
  await expect(matches('x', undefined)).rejects.toThrow('no memory');
  expect(await matches('x', undefined)).toBe(false);
});

test('a hash that cannot be read fails its own check and blocks nobody else’s', async () => {
  const { make, matches } = hashing({ ...costs, atOnce: 1 }, key);
  await expect(matches('x', 'not a hash')).rejects.toThrow();
  expect(await matches('x', await make('x'))).toBe(true);
});
