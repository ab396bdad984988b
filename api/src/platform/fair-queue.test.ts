import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Entry, FairQueue, type QueueKey } from './fair-queue.ts';

const key = fc.tuple(
  fc.constantFrom('kestrel', 'bramble', 'heron'),
  fc.constantFrom('ada', 'ben'),
  fc.constantFrom('desk', 'phone'),
);
const cost = fc.integer({ min: 0, max: 50 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('add' as const), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('take' as const), newcomers: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('end' as const), index: fc.nat(), cost }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), index: fc.nat() }) },
);

/** Serves one item at a time, while every key always has items waiting; returns the costs of each key's items. */
function serve(keys: readonly QueueKey[], costOf: (key: QueueKey) => number, rounds: number): Map<string, number> {
  const queue = new FairQueue<QueueKey>();
  const total = new Map(keys.map((each) => [each.join(), 0]));
  for (const each of keys) queue.add(each, each);
  for (let round = 0; round < rounds; round += 1) {
    const entry = queue.take()!;
    queue.add(entry.item, entry.item);
    const itemCost = costOf(entry.item);
    total.set(entry.item.join(), total.get(entry.item.join())! + itemCost);
    queue.end(entry, itemCost);
  }
  return total;
}

const sumOf = (total: ReadonlyMap<string, number>, prefix: string) =>
  [...total].reduce((sum, [name, costs]) => (`${name},`.startsWith(`${prefix},`) ? sum + costs : sum), 0);

describe('the queue for the database', () => {
  test('loses no entry, serves none twice, and never leaves capacity unused while one waits', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const queue = new FairQueue<number>();
        const [waiting, running] = [new Set<Entry<number>>(), new Set<Entry<number>>()];
        const isNewcomer = (entry: Entry<number>) =>
          ![...running].some(({ flows }) => flows[0]!.key === entry.flows[0]!.key);
        for (const [number, each] of steps.entries()) {
          if (each.do === 'add') waiting.add(queue.add(each.key, number));
          if (each.do === 'take') {
            const eligible = [...waiting].filter((entry) => !each.newcomers || isNewcomer(entry));
            const entry = queue.take({ newcomers: each.newcomers });
            expect(entry ? eligible.includes(entry) : eligible.length === 0).toBe(true);
            if (entry) running.add(entry);
            if (entry) waiting.delete(entry);
          }
          const among = each.do === 'end' ? [...running] : each.do === 'remove' ? [...waiting] : [];
          const chosen = 'index' in each ? among[each.index % among.length] : undefined;
          if (chosen && each.do === 'end') queue.end(chosen, each.cost);
          if (chosen && each.do === 'remove') queue.remove(chosen);
          if (chosen) for (const set of [waiting, running]) set.delete(chosen);
        }
        for (let entry = queue.take(); entry; entry = queue.take()) waiting.delete(entry);
        expect(waiting.size).toBe(0);
      }),
    );
  });

  test('organisations that always have requests get equal shares of the database time, whatever each costs', () => {
    const organisations = fc.uniqueArray(
      fc.record({ name: fc.string({ minLength: 1 }), cost: fc.integer({ min: 1, max: 50 }) }),
      {
        selector: ({ name }) => name,
        minLength: 2,
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(organisations, (all) => {
        const costs = new Map(all.map(({ name, cost: each }) => [name, each]));
        const keys = all.map(({ name }) => [name, '', ''] as const);
        const shares = [...serve(keys, ([name]) => costs.get(name)!, 3_000).values()];
        // the deficit is bounded by the cost of one item of each
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(2 * 50 + 1);
      }),
      { numRuns: 30 },
    );
  });

  test('an organisation gains nothing from more users, nor a user from more sessions', () => {
    const crowd = Array.from({ length: 20 }, (_, index) => ['kestrel', `user ${index}`, ''] as const);
    const tabs = Array.from({ length: 20 }, (_, index) => ['bramble', 'ada', `tab ${index}`] as const);
    const total = serve([...crowd, ...tabs, ['bramble', 'ben', '']], () => 5, 4_000);
    expect(Math.abs(sumOf(total, 'kestrel') - sumOf(total, 'bramble'))).toBeLessThanOrEqual(11);
    expect(Math.abs(sumOf(total, 'bramble,ada') - sumOf(total, 'bramble,ben'))).toBeLessThanOrEqual(11);
  });

  test('a newcomer is served before the next request of an organisation whose requests were costly', () => {
    const queue = new FairQueue<string>();
    const add = (organisation: string) => queue.add([organisation, '', ''], organisation);
    for (let count = 0; count < 5; count += 1) add('kestrel');
    queue.end(queue.take()!, 4_000);
    for (let count = 0; count < 100; count += 1) add('bramble');
    const served = Array.from({ length: 104 }, () => {
      const entry = queue.take()!;
      queue.end(entry, entry.item === 'kestrel' ? 4_000 : 5);
      return entry.item;
    });
    expect(served.indexOf('kestrel')).toBe(100);
  });

  test('an organisation of which nothing waited gets no more than its share afterwards', () => {
    const queue = new FairQueue<string>();
    const add = (organisation: string) => queue.add([organisation, '', ''], organisation);
    const serveNext = () => {
      const entry = queue.take()!;
      queue.end(entry, 10);
      return entry.item;
    };
    add('bramble');
    const running = queue.take()!;
    for (let count = 0; count < 60; count += 1) add('kestrel');
    for (let count = 0; count < 40; count += 1) serveNext();
    for (let count = 0; count < 20; count += 1) add('bramble');
    queue.end(running, 10);
    const served = Array.from({ length: 20 }, serveNext);
    expect(Math.abs(served.filter((name) => name === 'bramble').length - 10)).toBeLessThanOrEqual(1);
  });

  test('tells whether an entry waits for its own user or for others', () => {
    const queue = new FairQueue<string>();
    const running = queue.add(['kestrel', 'ada', ''], 'first');
    expect(queue.take()).toBe(running);
    const own = queue.add(['kestrel', 'ada', 'other tab'], 'second');
    const colleague = queue.add(['kestrel', 'ben', ''], 'third');
    expect([own, colleague].map((entry) => queue.isBehindItself(entry))).toEqual([true, false]);
    queue.end(running, 1);
    expect(queue.isBehindItself(own)).toBe(false);
  });
});
