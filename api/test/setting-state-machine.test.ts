import { fieldKinds } from '@storeward/contract/settings/kinds/registry';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createNode, createOrganisation, createUser, type ApiClient, type TestNode, createClient } from './builders.ts';
import { randomWalks } from './random-walks.ts';
import { requiredFields } from './sample-section.ts';
import { compareImpact, compareOverride, compareRadar } from './setting-overrides.ts';
import { startTestServer } from './server.ts';
import {
  type Field,
  lockableOnly,
  walkedDefaults,
  walkedFields,
  walkedSections,
  walkedValues,
} from './walked-settings.ts';
import { type FieldValue, type SettingsModel, type Mode, storedValueAt, explainField } from './setting-model.ts';

vi.mock(import('@storeward/contract/settings/sections'), async (importOriginal) => {
  const { withSampleSection } = await import('./sample-section.ts');
  return withSampleSection(await importOriginal());
});

const walks = randomWalks('SETTING', { walks: 15, seed: 7 });

const server = await startTestServer();
let organisationCount = 0;

/** Kinds whose values a walk cannot make: files that were uploaded, and values that are never returned. Rows have a walk of their own. */
const otherKinds = ['image', 'media', 'secret', 'list'];

test('the walk has a field of every kind', () => {
  const kinds = walkedFields.map((field) => sectionOf(walkedSections[field] as SectionName).fields[field]!.kind);
  expect(new Set([...kinds, ...otherKinds])).toEqual(new Set(Object.keys(fieldKinds)));
});

const stepArbitrary = fc.record({
  action: fc.constantFrom(
    'set',
    'set',
    'set',
    'set',
    'bind',
    'bind',
    'inherit',
    'plan',
    'withdraw',
    'back',
    'move',
    'wait',
  ),
  field: fc.constantFrom(...walkedFields),
  node: fc.nat(11),
  other: fc.nat(11),
  value: fc.nat(3),
  mode: fc.constantFrom<Mode>('locked', 'tighten'),
  hours: fc.integer({ min: 1, max: 9 }),
});
type Step = typeof stepArbitrary extends fc.Arbitrary<infer S> ? S : never;

const step = (action: Step['action'], field: Field, node: number, choices: Partial<Step> = {}): Step => ({
  action,
  field,
  node,
  other: 0,
  value: 0,
  mode: 'tighten',
  hours: 1,
  ...choices,
});
/** A walk that meets each outcome. */
const knownSteps = [
  step('bind', 'autoLogoutDuration', 0),
  step('set', 'autoLogoutDuration', 5, { value: 3 }),
  step('bind', 'displayName', 1),
  step('set', 'displayName', 9, { value: 1 }),
  step('set', 'discount', 2, { value: 1 }),
  step('plan', 'discount', 6, { hours: 3 }),
  step('withdraw', 'discount', 6),
  step('plan', 'discount', 11, { hours: 2 }),
  step('back', 'discount', 2),
  step('move', 'discount', 9, { other: 3 }),
  step('wait', 'discount', 0, { hours: 4 }),
];

type Fixture = {
  readonly nodes: readonly TestNode[];
  readonly model: SettingsModel;
  admin: ApiClient;
  order: number;
  hoursAhead: number;
};

const requiredOutcomes = ['set', 'setting.locked', 'setting.looser', 'plan', 'withdraw', 'back', 'move', 'wait'];

test(
  'the effective settings of every node at every time equal a model after random changes, plans, locks, moves and rollbacks',
  { timeout: walks.timeout },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 10, maxLength: 18 }), async (steps) => {
        const fixture = await createFixture();
        for (const one of steps) await perform(fixture, one);
        await compare(fixture);
      }),
      walks.parameters([[knownSteps]]),
    );
    await server.advanceClock('0');
    walks.expectOutcomes(requiredOutcomes);
  },
);

async function createFixture(): Promise<Fixture> {
  await server.advanceClock('0');
  const org = await createOrganisation(server, { slug: `ground${(organisationCount += 1)}` });
  const nodes = [org];
  for (const [nodeType, above] of [
    ['COMPANY', 0],
    ['COMPANY', 0],
    ['TRADING_REGION', 1],
    ['TRADING_REGION', 2],
    ['STORE_GROUP', 3],
    ['STORE_GROUP', 4],
    ['SUB_STORE_GROUP', 5],
    ['STORE', 7],
    ['STORE', 5],
    ['STORE', 3],
    ['STORE', 4],
  ] as const)
    nodes.push(await createNode(server, { parent: nodes[above]!, nodeType }));
  const parents = new Map(nodes.map(({ id, parent }) => [id, parent?.id]));
  const admin = await createClient(server, await createUser(server, { node: org }));
  await admin.put(url(org.id, 'countries'), { fields: requiredFields });
  return { nodes, model: { parents, values: [] }, admin, order: 0, hoursAhead: 0 };
}

const url = (node: string, field: Field, more = '') =>
  `/node-management/node/${node}/settings/${walkedSections[field]}${more}`;
const clock = async (hoursAhead = 0) =>
  (
    await server.query<{ at: string }>(
      `select to_char(clock() + make_interval(hours => $1), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
      [hoursAhead],
    )
  )[0]!.at;

/** Adds the newest change of the history to the model. */
async function recordChange(
  fixture: Fixture,
  nodeId: string,
  field: Field,
  stored: { value: FieldValue | null; mode: Mode },
) {
  const { body } = await fixture.admin.get(url(nodeId, field, '/history?size=5'));
  const { id: change, from } = body.result[0];
  fixture.model.values.push({ nodeId, field, from: Date.parse(from), order: (fixture.order += 1), change, ...stored });
}

async function perform(fixture: Fixture, { action, field, node, other, value, mode, hours }: Step): Promise<void> {
  const { admin, model, nodes } = fixture;
  // restrictive values go to the upper nodes, so that they affect others
  const { id } = nodes[action === 'bind' ? node % 5 : node]!;
  const now = Date.parse(await clock());
  const lowest = action === 'bind' ? 2 : walkedValues[field].length;
  const chosen = walkedValues[field][value % lowest]!;
  const { own, errorFor } = explainField(model, id, field, now);
  if (action === 'set' || action === 'bind' || action === 'plan') {
    const chosenMode = action === 'bind' ? (lockableOnly.includes(field) ? 'locked' : mode) : 'free';
    const startsAt = action === 'plan' ? (await clock(hours)).slice(0, 16) : null;
    const then = startsAt ? explainField(model, id, field, Date.parse(`${startsAt}:00Z`)) : { own, errorFor };
    const expectedError = then.errorFor(chosen);
    const response = await admin.put(url(id, field), {
      fields: { [field]: { value: chosen, mode: chosenMode } },
      startsAt,
    });
    expect([action, response.status, response.body.messageCode]).toEqual([
      action,
      expectedError ? 409 : 200,
      expectedError,
    ]);
    walks.count(expectedError ?? action);
    if (!expectedError && (then.own?.value !== chosen || then.own.mode !== chosenMode))
      await recordChange(fixture, id, field, { value: chosen, mode: chosenMode });
  }
  if (action === 'inherit') {
    expect((await admin.put(url(id, field), { fields: { [field]: null } })).status).toBe(200);
    if (own) await recordChange(fixture, id, field, { value: null, mode: 'free' });
  }
  if (action === 'withdraw') {
    const waiting = model.values.filter((one) => one.from > now);
    const planned = waiting[other % Math.max(1, waiting.length)];
    if (!planned) return;
    const response = await admin.delete(url(planned.nodeId, planned.field as Field, `/changes/${planned.change}`));
    expect(response.status).toBe(200);
    model.values = model.values.filter(({ change }) => change !== planned.change);
    walks.count(action);
  }
  if (action === 'back') {
    const before = model.values.filter((one) => one.from <= now);
    const time = before[other % Math.max(1, before.length)];
    if (!time) return;
    const then = storedValueAt(model, id, field, time.from);
    const expectedError = then && errorFor(then.value!);
    const response = await admin.post(url(id, field, '/rollback'), {
      at: new Date(time.from).toISOString(),
      fields: [field],
    });
    expect([response.status, response.body.messageCode]).toEqual(
      expectedError ? [409, expectedError] : [200, undefined],
    );
    if (expectedError) return;
    walks.count(action);
    const stored = { value: then?.value ?? null, mode: then?.mode ?? ('free' as const) };
    if ((own?.value ?? null) !== stored.value || (own && own.mode !== stored.mode))
      await recordChange(fixture, id, field, stored);
  }
  if (action === 'move') {
    const response = await admin.put(`/node-management/node/${id}/move`, { parentId: nodes[other]!.id });
    if (response.status !== 200) return;
    model.parents.set(id, nodes[other]!.id);
    walks.count(action);
  }
  if (action === 'wait') {
    fixture.hoursAhead += hours;
    await server.advanceClock(`${fixture.hoursAhead} hours`);
    fixture.admin = await createClient(server, admin.user);
    walks.count(action);
  }
}

/** Compares every node and field at the current time and at two other times of the run. */
async function compare({ admin, model, nodes }: Fixture): Promise<void> {
  const now = Date.parse(await clock());
  const instants = [...new Set(model.values.map(({ from }) => from))].sort((one, other) => one - other);
  const others = [Date.parse('2026-01-01'), ...instants, now + 20 * 3_600_000];
  for (const [turn, { id }] of nodes.entries())
    // each node is read at the current time and at two of the other times in rotation
    for (const at of [now, others[turn % others.length]!, others[(turn * 5 + 2) % others.length]!])
      for (const section of new Set(Object.values(walkedSections))) {
        const query = at === now ? '' : `?at=${new Date(at).toISOString()}`;
        const { body } = await admin.get(`/node-management/node/${id}/settings/${section}${query}`);
        for (const field of walkedFields.filter((name) => walkedSections[name] === section)) {
          const { effective, own, ownApplies } = explainField(model, id, field, at);
          const actual = body.result.fields[field];
          expect({
            field,
            at,
            value: actual.value,
            from: actual.source?.id,
            own: actual.own && [actual.own.value, actual.own.mode, actual.own.inForce],
          }).toEqual({
            field,
            at,
            value: effective?.value ?? walkedDefaults[field] ?? null,
            from: effective?.nodeId,
            own: own ? [own.value, own.mode, ownApplies] : null,
          });
        }
      }
  for (const { id } of nodes.slice(0, 3))
    await compareRadar({ admin, model, sections: walkedSections, nodes }, id, now);
  for (const [turn, { id }] of nodes.entries()) {
    await compareOverride({ admin, model, sections: walkedSections }, id, now);
    const field = walkedFields[turn % walkedFields.length]!;
    const mode = turn % 2 === 0 ? 'free' : lockableOnly.includes(field) || turn % 4 === 1 ? 'locked' : 'tighten';
    await compareImpact({ admin, model, sections: walkedSections, nodes }, id, {
      field,
      value: walkedValues[field][1]!,
      mode,
      now,
    });
  }
}
