import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { constructedSteps, knownSpec, outcomes } from './escalation-outcomes.ts';
import { fixtureSpecs, createFixture, steps, takeStep } from './escalation-random-walk.ts';
import { randomWalks } from './random-walks.ts';
import { startTestServer } from './server.ts';

const stepsPerWalk = 100;
const walks = randomWalks('ESCALATION', { walks: 8, seed: 7 });

const server = await startTestServer({ addressTries: 1_000_000, recoveryMails: 1_000_000 });
beforeAll(async () => {
  // background runs are processed only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

test(
  'no sequence of operations on roles, nodes and users gives anyone more rights than the acting user has, or for longer',
  { timeout: walks.timeout },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fixtureSpecs,
        fc.array(steps, { minLength: stepsPerWalk, maxLength: stepsPerWalk }),
        async (spec, walkSteps) => {
          const fixture = await createFixture(server, spec);
          for (const step of walkSteps) {
            const { outcome, violations } = await takeStep(fixture, step);
            expect(violations).toEqual([]);
            walks.count(outcome);
          }
        },
      ),
      // steps of two users at once make every walk different, so a smaller one proves nothing
      { ...walks.parameters(), endOnFailure: true },
    );
    walks.reportOutcomes(outcomes);
  },
);

// that the random steps above can happen at all, and are refused where they would give too much
test.each(outcomes)('a user who tries to gain rights meets the outcome %s where it is due', async (expected) => {
  const fixture = await createFixture(server, knownSpec);
  const results = [];
  for (const step of constructedSteps[expected]) results.push(await takeStep(fixture, step));
  expect(results.flatMap(({ violations }) => violations)).toEqual([]);
  expect(results.at(-1)?.outcome).toBe(expected);
});
