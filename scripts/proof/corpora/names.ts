import { roles } from '@storeward/contract/roles';
import * as codes from '../../../api/test/look-alike-codes.ts';
import { namesWithInvisible, namesWithJoiners } from '../../../contract/test/names.ts';
import { rowsOf } from '../setup.ts';
import type { Outcome, Target } from './corpus.ts';
import { importRows, nodeCodeOf } from './imports.ts';
import { created, pairsOf, pairsWith, titleOf } from './look-alikes.ts';

/** Names of roles and of people: the name that is stored, the same as another, or the error that names what is wrong. */
export async function* names(target: Target): AsyncGenerator<Outcome> {
  const create = async (name: string) => {
    const body = { name, description: '', level: 'STORE', modules: [] };
    const result = await created<{ name: string }>(target, roles.create.path, body);
    return Array.isArray(result) ? result : [200, result.name];
  };
  const pairs = [
    ...pairsWith(codes.invisibleCharacters, 'Keeper'),
    ...pairsOf(codes.canonicalEquals, 'same'),
    ...pairsOf(codes.compatibilityForms, 'same'),
    ...pairsOf(codes.lettersAlike, 'distinct'),
  ];
  for (const pair of pairs) {
    const { first, second, relation } = pair;
    yield {
      title: titleOf(pair),
      measured: [await create(first), await create(second)],
      expected: [
        [200, first.normalize('NFC')],
        relation === 'same' ? [409, 'role.nameTaken'] : [200, second.normalize('NFC')],
      ],
    };
  }
  for (const { title, second } of pairsWith(codes.directions, 'Keeper'))
    yield { title, measured: await create(second), expected: [400, 'name field.invalidCharacter'] };
  for (const [title, text, , error] of codes.invisibleTexts)
    yield { title, measured: await create(text), expected: [400, `name ${error}`] };
  for (const [title, name] of namesWithJoiners)
    yield { title, measured: await create(name), expected: [200, name.normalize('NFC')] };
  yield* userNames(target);
}

type NameCase = {
  readonly title: string;
  readonly firstName: string;
  readonly userName?: string;
  readonly expected: string | readonly [column: string, error: string, character: string];
};

/** First names and user names in a file. */
async function* userNames(target: Target): AsyncGenerator<Outcome> {
  const codeOf = (character: string) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  const cases: readonly NameCase[] = [
    ...namesWithInvisible.map(([title, firstName]) => ({ title, firstName, expected: 'Admin' })),
    ...namesWithJoiners.map(([title, firstName]) => ({ title, firstName, expected: firstName.normalize('NFC') })),
    ...codes.canonicalEquals.map(([title, expected, firstName]) => ({
      title,
      firstName,
      expected: expected.normalize('NFC'),
    })),
    ...codes.directions.map(([title, character]) => ({
      title,
      firstName: `Ad${character}min`,
      expected: ['firstName', 'field.invalidCharacter', codeOf(character)] as const,
    })),
    ...[...codes.invisibleCharacters, ...codes.directions].map(([title, character]) => ({
      title: `${title} in a user name`,
      userName: `ad${character}min`,
      firstName: 'Ada',
      expected: ['userName', 'field.invalidCharacter', codeOf(character)] as const,
    })),
  ];
  const nodeCode = await nodeCodeOf(target, 'STORE');
  const userNameOf = (index: number) => `name-${index}`;
  const rows = await importRows(
    target,
    '/user-management/users/import',
    cases.map((each, index) => ({
      userName: each.userName === undefined ? userNameOf(index) : `${each.userName}-${index}`,
      firstName: each.firstName,
      lastName: 'Lovelace',
      emailId: `name-${index}@mail.example`,
      nodeCode,
      roleName: 'Store user',
      language: 'en',
      timeZone: 'UTC',
    })),
  );
  const stored = new Map(
    (
      await rowsOf<{ key: string; name: string }>(
        target.ownerUrl,
        `select user_name as key, first_name as name from users where user_name like 'name-%'`,
      )
    ).map(({ key, name }) => [key, name]),
  );
  for (const [index, { title, expected }] of cases.entries()) {
    const [error] = rows[index]!.faults;
    const measured = error ? [error.column, error.messageCode, error.character] : stored.get(userNameOf(index));
    yield { title: `${title} in a file of users`, measured, expected };
  }
}
