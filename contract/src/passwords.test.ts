import { describe, expect, test } from 'vitest';
import { RecoveryRequest, newPassword, passwordReset, TokenReset, defaultPasswordRules } from './passwords.ts';

const errorsOf = (parsed: {
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
  ] as const)('%s has the errors %o', ([password, errors]) => {
    expect(errorsOf(newPassword(defaultPasswordRules).safeParse(password))).toEqual(errors);
  });

  test('may contain spaces and must be longer if the rules say so', () => {
    const strictSchema = newPassword({ minimum: 15, spaces: true });
    expect(strictSchema.parse(' quiet harbour at dawn ')).toBe(' quiet harbour at dawn ');
    expect(errorsOf(strictSchema.safeParse('Fourteen-sign!'))).toEqual(['field.passwordTooShort']);
  });

  test('equals its confirmation, and counts its characters, however the keyboard composes them', () => {
    const input = { password: 'Rene\u0301e-26', confirmPassword: 'Ren\u00e9e-26' };
    expect(TokenReset.safeParse(input).success).toBe(true);
    expect(errorsOf(newPassword(defaultPasswordRules).safeParse('re\u0301ne\u0301'))).toEqual([
      'field.passwordTooShort',
    ]);
  });

  test('must equal its confirmation, in a reset and in a change', () => {
    const input = { password: 'Quiet-harbour', confirmPassword: 'quiet-harbour' };
    expect(errorsOf(TokenReset.safeParse(input))).toEqual(['confirmPassword field.passwordsDiffer']);
    const changed = { oldPassword: 'x', newPassword: 'Quiet-harbour', confirmPassword: 'Quiet-harbou' };
    expect(errorsOf(passwordReset(defaultPasswordRules).safeParse(changed))).toEqual([
      'confirmPassword field.passwordsDiffer',
    ]);
  });
});

describe('the start of a recovery', () => {
  test.for([
    [{ emailId: 'ann@mail.example' }, undefined],
    [{ emailId: 'ann@mail.example', username: '', domainName: null, secretWord: null }, undefined],
    [{ emailId: '', username: 'ann', secretWord: 'bluebird' }, undefined],
    [{ username: 'ann' }, ['emailId field.emailRequired']],
    [{ secretWord: 'bluebird' }, ['emailId field.emailRequired']],
    [{ emailId: 'ann' }, ['emailId field.email']],
    [{ username: 'a b', secretWord: 'bluebird' }, ['username field.invalidCharacter']],
  ] as const)('with the body %o has the errors %o', ([body, errors]) => {
    expect(errorsOf(RecoveryRequest.safeParse(body))).toEqual(errors);
  });
});
