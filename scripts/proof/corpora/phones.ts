import type { ImportRow } from '@storeward/contract/imports';
import { pastedPhones, refusedPhones } from '../../../api/test/pasted-phones.ts';
import { rowsOf } from '../setup.ts';
import type { Outcome, Target } from './corpus.ts';
import { importRows, nodeCodeOf } from './imports.ts';

/** The error of a row: its code, the column, and the character that it names. */
const errorOf = ({ faults: [error] }: ImportRow) => error && [error.column, error.messageCode, error.character];

/** Phone numbers in files of nodes and of users: the number that is stored, or the error that refuses the row. */
export async function* phones(target: Target): AsyncGenerator<Outcome> {
  const cases = [
    ...[...pastedPhones()].map(([pasted, country, stored]) => ({ pasted, country, expected: stored })),
    ...[...refusedPhones()].map(([pasted, country, error, character]) => ({
      pasted,
      country,
      expected: ['phoneNumber', error, character],
    })),
  ];
  const keyOf = (index: number) => `phone-${index}`;
  const company = 'phones';
  await importRows(target, '/node-management/imports', [{ type: 'COMPANY', code: company, name: 'Phones' }]);
  const nodes = await importRows(
    target,
    '/node-management/imports',
    cases.map(({ pasted, country }, index) => ({
      type: 'TRADING_REGION',
      code: keyOf(index),
      name: `Phone ${index}`,
      parentCode: company,
      country,
      phoneNumber: pasted,
    })),
  );
  const nodeCode = await nodeCodeOf(target, 'STORE');
  const users = await importRows(
    target,
    '/user-management/users/import',
    cases.map(({ pasted, country }, index) => ({
      userName: keyOf(index),
      firstName: 'Ada',
      lastName: 'Lovelace',
      emailId: `phone-${index}@mail.example`,
      nodeCode,
      roleName: 'Store user',
      language: 'en',
      timeZone: 'UTC',
      country,
      phoneNumber: pasted,
    })),
  );
  const stored = new Map(
    (
      await rowsOf<{ key: string; phone: string }>(
        target.ownerUrl,
        `select 'node ' || code as key, phone_number as phone from nodes where code like 'phone-%'
         union all select 'user ' || user_name, phone_number from users where user_name like 'phone-%'`,
      )
    ).map(({ key, phone }) => [key, phone]),
  );
  for (const [kind, rows] of Object.entries({ node: nodes, user: users }))
    for (const [index, { pasted, country, expected }] of cases.entries()) {
      // a node inherits the country of the organisation
      if (kind === 'node' && expected[1] === 'field.phoneCountry') continue;
      yield {
        title: `${JSON.stringify(pasted)} of a ${kind} in ${country || 'no country'}`,
        measured: errorOf(rows[index]!) ?? stored.get(`${kind} ${keyOf(index)}`),
        expected,
      };
    }
}
