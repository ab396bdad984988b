import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { createOrganisation, createUser, hash as hashed, password, signIn } from '../../../test/builders.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const org = await createOrganisation(server, { slug: 'acorn' });

await createUser(server, { node: org, userName: 'ada' });

const attemptSignIn = async ({ userName }: { readonly userName: string }, secret: string) => {
  const { status, body } = await signIn(server, { userName, secret, host: org.host });
  return status === 200 ? 'signed in' : (body.messageCode as string);
};
const storedPassword = async ({ id }: { readonly id: string }) =>
  (await server.query('select password_hash from users where id = $1', [id]))[0];

describe('a stored password hash', () => {
  test('of a password with accents matches however the keyboard composes them, and a full-width one is another', async () => {
    await createUser(server, {
      node: org,
      userName: 'ren\u00e9',
      password_hash: await hashed('Pass\u00e9-compos\u00e9-26'),
    });
    for (const [userName, typed, outcome] of [
      ['rene\u0301', 'Passe\u0301-compose\u0301-26', 'signed in'],
      ['ren\u00e9', 'Passe\u0301-compos\u00e9-26', 'signed in'],
      ['ren\u00e9', 'Pass\u00e9-compos\u00e9-\uff12\uff16', 'signIn.wrong'],
    ] as const)
      expect(await attemptSignIn({ userName }, typed)).toEqual(outcome);
  });

  test('of the text as it was typed is accepted with that text, and replaced by one of the normal form', async () => {
    const typed = 'Passe\u0301-de\u0301compose\u0301-26';
    const earlier = await hash(typed, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    const user = await createUser(server, { node: org, password_hash: earlier });
    expect(await attemptSignIn(user, typed.normalize('NFC'))).toBe('signIn.wrong');
    expect(await attemptSignIn(user, typed)).toBe('signed in');
    expect(await attemptSignIn(user, typed.normalize('NFC'))).toBe('signed in');
    const replaced = await storedPassword(user);
    expect(await attemptSignIn(user, typed)).toBe('signed in');
    expect(await storedPassword(user)).toEqual(replaced);
  });
});

test.each([' ada', 'ada ', '\u00A0ada\t', '\u3000ada\r\n'])(
  'blanks around a name, which a paste brings along, are left out: %j',
  async (userName) => {
    expect(await attemptSignIn({ userName }, password)).toBe('signed in');
  },
);
