import { fontFamilies } from '@storeward/contract/settings/theme';
import { beforeAll, expect, test } from 'vitest';
import { aNode, anOrganisation, aRole, aUser, type Caller, type Place, signedIn } from './builders.ts';
import { filledIn, filledInOfAPlace } from './doors.ts';
import { filledInOfARole } from './role-doors.ts';
import { aServer } from './server.ts';

// more rounds: from outside
const rounds = Number(process.env['CONFLICT_WALKS'] ?? 40);

const house = await aServer();
let editors: readonly [Caller, Caller];
let org: Place;

beforeAll(async () => {
  org = await anOrganisation(house);
  const [one, other] = [await aUser(house, { at: org }), await aUser(house, { at: org })];
  editors = [await signedIn(house, one), await signedIn(house, other)];
});

/** A record as two people have it before them, and what each of them types into a field of their own. */
type Kind = {
  readonly url: string;
  /** What a form sends that began with this record, once these fields were typed over. */
  readonly sent: (record: any, typed: Readonly<Record<string, unknown>>) => object; // oxlint-disable-line typescript/no-explicit-any -- records of any kind
  readonly fields: readonly [string, string];
  readonly word: (round: number, field: string) => unknown;
  readonly said: (record: any, field: string) => unknown; // oxlint-disable-line typescript/no-explicit-any -- records of any kind
};

const whole: Pick<Kind, 'sent' | 'word' | 'said'> = {
  sent: (record, typed) => ({ ...record, ...typed }),
  word: (round, field) => `${field} of round ${round}`,
  said: (record, field) => record[field],
};

async function kinds(): Promise<Kind[]> {
  const person = await aUser(house, { at: org, rights: [] });
  const place = await aNode(house, { parent: org, nodeType: 'COMPANY' });
  const role = await aRole(house, { of: org, rights: [], level: 'STORE' });
  const [first] = editors;
  await first.put(`/user-management/users/${person.id}`, filledIn(person));
  await first.put(`/node-management/node/${place.id}`, filledInOfAPlace);
  await first.put(`/role-management/roles/${role}`, filledInOfARole());
  return [
    { ...whole, url: `/user-management/users/${person.id}`, fields: ['firstName', 'lastName'] },
    {
      ...whole,
      url: `/node-management/node/${place.id}`,
      fields: ['name', 'phoneNumber'],
      sent: ({ version, name, code, region, phoneNumber }, typed) => ({
        ...filledInOfAPlace,
        version,
        name,
        code,
        region,
        phoneNumber,
        ...typed,
      }),
      word: (round, field) => (field === 'name' ? `Round ${round}` : `+44 113 496 ${1000 + round}`),
    },
    { ...whole, url: `/role-management/roles/${role}`, fields: ['name', 'description'] },
    {
      url: `/node-management/node/${place.id}/settings/theme`,
      fields: ['fontFamily', 'fontSize'],
      sent: ({ version }, typed) => ({
        version,
        fields: Object.fromEntries(Object.entries(typed).map(([field, value]) => [field, { value }])),
      }),
      // never what was there before
      word: (round, field) => {
        const turn = Math.floor(round / 4);
        return field === 'fontSize' ? `${14 + (turn % 3)}px` : fontFamilies[(turn + 1) % fontFamilies.length];
      },
      said: ({ fields }, field) => fields[field].value,
    },
  ];
}

test(
  'of two who change a record at once one wins, the other is shown what is there by now, and together nothing is lost',
  { timeout: 30_000 + rounds * 500 },
  async () => {
    const all = await kinds();
    for (let round = 0; round < rounds; round += 1) {
      const { url, fields, sent, word, said } = all[round % all.length]!;
      const before = (await editors[0].get(url)).body.result;
      const typed = fields.map((field) => ({ [field]: word(round, field) }));
      const answers = await Promise.all(editors.map((editor, at) => editor.put(url, sent(before, typed[at]!))));
      for (const { status, text } of answers)
        if (![200, 412].includes(status)) throw new Error(`${url} answers ${status}: ${text}`);
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412]);
      const [won, lost] = answers[0]!.status === 200 ? [0, 1] : [1, 0];
      const { current } = answers[lost]!.body;
      // what the loser is shown is what everybody sees, with what the winner typed and nothing of their own
      expect(current).toEqual((await editors[lost]!.get(url)).body.result);
      expect(said(current, fields[won]!)).toBe(word(round, fields[won]!));
      expect(said(current, fields[lost]!)).toEqual(said(before, fields[lost]!));
      const merged = await editors[lost]!.put(url, sent(current, typed[lost]!));
      expect(merged.status).toBe(200);
      for (const field of fields) expect(said(merged.body.result, field)).toBe(word(round, field));
    }
  },
);
