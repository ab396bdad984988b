import { hash, verify } from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { hashing } from './hashing.ts';

vi.mock('@node-rs/argon2', { spy: true }); // the real module with call counters

const costs = { memoryKib: 64, passes: 2, parallelism: 1, concurrency: 2, queueSeconds: 2 };
const [key, next] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];

test('a password matches its own hash only', async () => {
  const { hash: make, verify: matches } = hashing(costs, key);
  const stored = await make('a good passphrase ✓');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=64,t=2,p=1,keyid=[\w+/]{8}\$/);
  expect(await make('a good passphrase ✓')).not.toBe(stored);
  expect(await matches('a good passphrase ✓', stored)).toBe(true);
  for (const other of ['a good passphrase', 'A good passphrase ✓', '', stored])
    expect(await matches(other, stored)).toBe(false);
});

test('verification without a stored hash always fails, after one verification at the same cost as any other', async () => {
  const { hash: make, verify: matches } = hashing(costs, key);
  await matches('x', undefined);
  for (const stored of [await make('x'), null, undefined]) {
    vi.mocked(verify).mockClear();
    vi.mocked(hash).mockClear();
    expect(await matches('nobody has this password', stored)).toBe(false);
    expect([vi.mocked(verify).mock.calls.length, vi.mocked(hash).mock.calls.length]).toEqual([1, 0]);
    expect(String(vi.mocked(verify).mock.calls[0]![0])).toContain('$m=64,t=2,p=1$');
  }
});

test('a hash does not verify without its pepper, and a hash without pepper still does', async () => {
  const stored = await hashing(costs, key).hash('a good passphrase');
  const bare = await hash('a good passphrase', { memoryCost: 64, timeCost: 2, parallelism: 1 });
  expect(await verify(stored.replace(/,keyid=[^$]*/, ''), 'a good passphrase')).toBe(false);
  const cases = [
    [hashing(costs, key), stored, true, false],
    [hashing(costs, next), stored, false, true],
    [hashing(costs, next, key), stored, true, true],
    [hashing(costs, next), bare, true, true],
    [hashing({ ...costs, passes: 3 }, key), stored, true, true],
  ] as const;
  for (const [{ verify: matches, isOutdated }, isStored, right, outdated] of cases) {
    await matches('x', undefined);
    vi.mocked(verify).mockClear();
    vi.mocked(hash).mockClear();
    expect([await matches('a good passphrase', isStored), isOutdated(isStored)]).toEqual([right, outdated]);
    expect(await matches('another passphrase', isStored)).toBe(false);
    expect([vi.mocked(verify).mock.calls.length, vi.mocked(hash).mock.calls.length]).toEqual([2, 0]);
  }
});

test('limits concurrent hashes, and all of them complete', async () => {
  let [running, most] = [0, 0];
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  vi.mocked(hash).mockImplementation(async () => {
    most = Math.max(most, (running += 1));
    await opened;
    running -= 1;
    return 'made';
  });
  const { hash: make } = hashing({ ...costs, concurrency: 3 }, key);
  const all = Array.from({ length: 10 }, () => make('x'));
  await new Promise(setImmediate);
  expect(running).toBe(3);
  open();
  expect(await Promise.all(all)).toHaveLength(10);
  expect(most).toBe(3);
  vi.mocked(hash).mockRestore();
});

test('waiting too long fails with service.busy and frees the place in the queue', async () => {
  vi.useFakeTimers();
  const { promise: opened, resolve: open } = Promise.withResolvers<string>();
  vi.mocked(hash).mockImplementation(() => opened);
  const { hash: make } = hashing({ ...costs, concurrency: 1, queueSeconds: 2 }, key);
  const first = make('x');
  const waiting = [make('x'), make('x')].map((one) => one.catch((error: unknown) => error));
  vi.advanceTimersByTime(1_999);
  const late = make('x');
  vi.advanceTimersByTime(1);
  for (const error of await Promise.all(waiting))
    expect(error).toMatchObject({
      code: 'service.busy',
      status: 503,
      details: { retryAfter: expect.toSatisfy((seconds: number) => seconds >= 1 && seconds <= 4) },
    });
  open('made');
  expect(await Promise.all([first, late])).toEqual(['made', 'made']);
  vi.useRealTimers();
  vi.mocked(hash).mockRestore();
});

test('a failure to create the decoy hash is not cached', async () => {
  vi.mocked(hash).mockRejectedValueOnce(new Error('no memory'));
  const { verify: matches } = hashing(costs, key);
  await expect(matches('x', undefined)).rejects.toThrow('no memory');
  expect(await matches('x', undefined)).toBe(false);
});

test('a secret is hashed in one form, however it was typed, and a hash of the text as typed still matches it', async () => {
  const { hash: make, match, verify: matches } = hashing(costs, key);
  const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];
  for (const stored of [await make(composed), await make(decomposed)])
    expect([await match(composed, stored), await match(decomposed, stored)]).toEqual(['normalised', 'normalised']);
  const earlier = await hash(decomposed, { memoryCost: 64, timeCost: 2, parallelism: 1 });
  expect([await match(decomposed, earlier), await match(composed, earlier)]).toEqual(['asTyped', undefined]);
  expect(await matches('\uff43\uff41\uff46\u00e9', await make(composed))).toBe(false);
});

test('an invalid hash fails its own verification and blocks no other', async () => {
  const { hash: make, verify: matches } = hashing({ ...costs, concurrency: 1 }, key);
  await expect(matches('x', 'not a hash')).rejects.toThrow();
  expect(await matches('x', await make('x'))).toBe(true);
});

test('hosts take turns, and the networks that ask on one host, in any order of arrival', async () => {
  const { hash: make } = hashing({ ...costs, concurrency: 1, queueSeconds: 60 }, key);
  const made: string[] = [];
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  vi.mocked(hash).mockImplementation(async (secret) => {
    await opened;
    made.push(String(secret));
    return 'made';
  });
  const from = (host: string, address: string) => ({ host, address });
  const all = [
    ...Array.from({ length: 4 }, () => make('flood', from('kestrel.example', '192.0.2.1'))),
    make('colleague', from('kestrel.example', '198.51.100.1')),
    make('other', from('wren.example', '192.0.2.1')),
  ];
  open();
  await Promise.all(all);
  // the first one was running before the others came
  expect(made.slice(0, 3).toSorted()).toEqual(['colleague', 'flood', 'other']);
  vi.mocked(hash).mockReset();
});
