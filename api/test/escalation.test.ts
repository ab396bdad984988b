import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { operationNames } from './escalation-moves.ts';
import { fixtureSpecs, createFixture, steps, takeStep } from './escalation-random-walk.ts';
import { startTestServer } from './server.ts';

// can be overridden to run more walks or to reproduce a failed one
const stepsPerWalk = 100;
const minWalks = Number(process.env['ESCALATION_WALKS'] ?? 20);
const seed = process.env['ESCALATION_SEED'] === undefined ? {} : { seed: Number(process.env['ESCALATION_SEED']) };
const maxSeconds = Number(process.env['ESCALATION_SECONDS'] ?? 90);

const server = await startTestServer({ addressTries: 1_000_000, recoveryMails: 1_000_000 });
const tally = new Map<string, number>();
beforeAll(async () => {
  // background runs are processed only while the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
const countOf = (outcome: string) => tally.get(outcome) ?? 0;
const increment = (outcome: string) => void tally.set(outcome, countOf(outcome) + 1);
// without `role.heldLonger`, which a short walk seldom meets: `assignment-ends.test.ts` proves it
const requiredOutcomes = [
  ...operationNames,
  'assignment.outlastsYours',
  'role.beyondYourOwn',
  'role.own',
  'role.heldBeyond',
  'role.unknown',
  'user.beyondYourOwn',
  'access.denied',
  'import.unknown',
  'userBulk.notYours',
];

test(
  'no sequence of operations on roles, nodes and users gives anyone more rights than the acting user has, or for longer',
  { timeout: (maxSeconds + 60) * 1000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fixtureSpecs,
        fc.array(steps, { minLength: stepsPerWalk, maxLength: stepsPerWalk }),
        async (spec, walkSteps) => {
          // some outcomes are rare, so walks continue until each has occurred
          if (countOf('walk') >= minWalks && requiredOutcomes.every(countOf)) return;
          const fixture = await createFixture(server, spec);
          for (const step of walkSteps) {
            const { outcome, violations } = await takeStep(fixture, step);
            expect(violations).toEqual([]);
            increment(outcome);
          }
          increment('walk');
        },
      ),
      { numRuns: 3 * minWalks, endOnFailure: true, plugins: [fc.interruptAfterTimeLimit(maxSeconds * 1000)], ...seed },
    );
    // on a slow machine the time limit can end before every outcome has occurred
    if (countOf('walk') < 10) return;
    expect(requiredOutcomes.filter((outcome) => !countOf(outcome))).toEqual([]);
  },
);
