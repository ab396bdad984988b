import { describe, expect, test } from 'vitest';
import { Forgotten, NewPassword, newPassword, passwordReset, TokenReset, usualRules } from './passwords.ts';

const wrongWith = (parsed: {
  error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined;
}) => parsed.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());

describe('a new password', () => {
  test.for([
    ['Demo-portal-26', undefined],
    ['六文字以上です', undefined],
    ['', ['field.required']],
    ['five5', ['field.passwordTooShort']],
    ['🦊🦊🦊🦊🦊', ['field.passwordTooShort']],
    ['two words', ['field.spaces']],
    ['tab\tbed-in', ['field.spaces']],
    ['x'.repeat(129), ['field.tooLong']],
  ] as const)('%s: %o', ([password, wrong]) => {
    expect(wrongWith(NewPassword.safeParse(password))).toEqual(wrong);
  });

  test('may have spaces, and has to be longer, where the rules say so', () => {
    const strict = newPassword({ minimum: 15, spaces: true });
    expect(strict.parse(' quiet harbour at dawn ')).toBe(' quiet harbour at dawn ');
    expect(wrongWith(strict.safeParse('Fourteen-sign!'))).toEqual(['field.passwordTooShort']);
  });

  test('is typed twice alike, by a link and by the old one', () => {
    const typed = { password: 'Quiet-harbour', confirmPassword: 'quiet-harbour' };
    expect(wrongWith(TokenReset.safeParse(typed))).toEqual(['confirmPassword field.passwordsDiffer']);
    const changed = { oldPassword: 'x', newPassword: 'Quiet-harbour', confirmPassword: 'Quiet-harbou' };
    expect(wrongWith(passwordReset(usualRules).safeParse(changed))).toEqual(['confirmPassword field.passwordsDiffer']);
  });
});

describe('whoever has forgotten their password', () => {
  test.for([
    [{ emailId: 'ann@mail.example' }, undefined],
    [{ emailId: 'ann@mail.example', username: '', domainName: null, secretWord: null }, undefined],
    [{ emailId: '', username: 'ann', secretWord: 'bluebird' }, undefined],
    [{ username: 'ann' }, ['emailId field.emailRequired']],
    [{ secretWord: 'bluebird' }, ['emailId field.emailRequired']],
    [{ emailId: 'ann' }, ['emailId field.email']],
    [{ username: 'a b', secretWord: 'bluebird' }, ['username field.invalidCharacter']],
  ] as const)('says %o: %o', ([said, wrong]) => {
    expect(wrongWith(Forgotten.safeParse(said))).toEqual(wrong);
  });
});
