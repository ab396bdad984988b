import { fontFamilies } from '@storeward/contract/settings/sections/theme';
import { beforeAll, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  type TestNode,
  createClient,
} from './builders.ts';
import { userFields, nodeFields } from './input-fields.ts';
import { roleInput } from './role-samples.ts';
import { startTestServer } from './server.ts';
import { longTest } from './limits.ts';

// more rounds by environment variable
const rounds = Number(process.env['CONFLICT_WALKS'] ?? 40);

const testServer = await startTestServer();
let editors: readonly [ApiClient, ApiClient];
let org: TestNode;

beforeAll(async () => {
  org = await createOrganisation(testServer);
  const [one, other] = [await createUser(testServer, { node: org }), await createUser(testServer, { node: org })];
  editors = [await createClient(testServer, one), await createClient(testServer, other)];
});

/** A kind of record that two users edit, each in a different field. */
type RecordKind = {
  readonly url: string;
  /** The request body of a form that was opened with this record, with the edited fields. */
  readonly toBody: (record: any, edits: Readonly<Record<string, unknown>>) => object; // oxlint-disable-line typescript/no-explicit-any -- records of any kind
  readonly fields: readonly [string, string];
  readonly newValue: (round: number, field: string) => unknown;
  readonly storedValue: (record: any, field: string) => unknown; // oxlint-disable-line typescript/no-explicit-any -- records of any kind
};

const usualKind: Pick<RecordKind, 'toBody' | 'newValue' | 'storedValue'> = {
  toBody: (record, edits) => ({ ...record, ...edits }),
  newValue: (round, field) => `${field} of round ${round}`,
  storedValue: (record, field) => record[field],
};

async function kinds(): Promise<RecordKind[]> {
  const user = await createUser(testServer, { node: org, rights: [] });
  const company = await createNode(testServer, { parent: org, nodeType: 'COMPANY' });
  const role = await createRole(testServer, { organisation: org, rights: [], level: 'STORE' });
  const [first] = editors;
  await first.put(`/user-management/users/${user.id}`, userFields(user));
  await first.put(`/node-management/node/${company.id}`, nodeFields);
  await first.put(`/role-management/roles/${role}`, roleInput());
  return [
    { ...usualKind, url: `/user-management/users/${user.id}`, fields: ['firstName', 'lastName'] },
    {
      ...usualKind,
      url: `/node-management/node/${company.id}`,
      fields: ['name', 'phoneNumber'],
      toBody: ({ version, name, code, region, phoneNumber }, edits) => ({
        ...nodeFields,
        version,
        name,
        code,
        region,
        phoneNumber,
        ...edits,
      }),
      newValue: (round, field) => (field === 'name' ? `Round ${round}` : `+44 113 496 ${1000 + round}`),
    },
    { ...usualKind, url: `/role-management/roles/${role}`, fields: ['name', 'description'] },
    {
      url: `/node-management/node/${company.id}/settings/theme`,
      fields: ['fontFamily', 'fontSize'],
      toBody: ({ version }, edits) => ({
        version,
        fields: Object.fromEntries(Object.entries(edits).map(([field, value]) => [field, { value }])),
      }),
      // never the previous values
      newValue: (round, field) => {
        const turn = Math.floor(round / 4);
        return field === 'fontSize' ? `${14 + (turn % 3)}px` : fontFamilies[(turn + 1) % fontFamilies.length];
      },
      storedValue: ({ fields }, field) => fields[field].value,
    },
  ];
}

test(
  'of two concurrent changes of a record one succeeds, the other gets the current record, and after merging nothing is lost',
  longTest,
  async () => {
    const all = await kinds();
    for (let round = 0; round < rounds; round += 1) {
      const { url, fields, toBody, newValue, storedValue } = all[round % all.length]!;
      const before = (await editors[0].get(url)).body.result;
      const edits = fields.map((field) => ({ [field]: newValue(round, field) }));
      const responses = await Promise.all(
        editors.map((editor, index) => editor.put(url, toBody(before, edits[index]!))),
      );
      for (const { status, text } of responses)
        if (![200, 412].includes(status)) throw new Error(`${url} returned ${status}: ${text}`);
      expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412]);
      const [won, lost] = responses[0]!.status === 200 ? [0, 1] : [1, 0];
      const { current } = responses[lost]!.body;
      // the conflict response shows the stored record, with the winner's values only
      expect(current).toEqual((await editors[lost]!.get(url)).body.result);
      expect(storedValue(current, fields[won]!)).toBe(newValue(round, fields[won]!));
      expect(storedValue(current, fields[lost]!)).toEqual(storedValue(before, fields[lost]!));
      const merged = await editors[lost]!.put(url, toBody(current, edits[lost]!));
      expect(merged.status).toBe(200);
      for (const field of fields) expect(storedValue(merged.body.result, field)).toBe(newValue(round, field));
    }
  },
);
