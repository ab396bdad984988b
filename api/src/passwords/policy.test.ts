import { describe, expect, test } from 'vitest';
import { commonPasswords } from './blocklist.ts';
import { passwordError, passwordRules } from './policy.ts';

const isCommon = await commonPasswords();
const owner = {
  userName: 'till.manager',
  emailId: 'mia.hughes@kestrelsports.com',
  firstName: 'Mia',
  lastName: 'Hughes',
};
const node = { organisation: 'Kestrel Sports', domains: ['kestrelsports.com', 'kestrel.example'] };
const defaultRules = { minimum: 6, spaces: false };
const errorOf = (password: string, rules = defaultRules) =>
  passwordError(password, rules, { owner, terms: node, isCommon });

describe('a new password', () => {
  test.for([
    'Demo-portal-26',
    'Demo-portal-27',
    'Kestrel-portal-26',
    'Manager-window-8',
    'x9-Kq!',
    'mia4-tulips',
    '合言葉です七',
  ])('%s is accepted', (password) => expect(errorOf(password)).toBeUndefined());

  test.for([
    ['x9-Kq', 'field.passwordTooShort'],
    ['🦊🦊🦊🦊🦊', 'field.passwordTooShort'],
    ['x9 Kq!z', 'field.spaces'],
    ['x9\u00a0Kq!z', 'field.spaces'],
    ['qwerty', 'password.common'],
    ['QWERTY', 'password.common'],
    ['PassWord', 'password.common'],
    ['iloveyou2', 'password.common'],
    ['Summer2019', 'password.common'],
    ['m0nkey77', 'password.common'],
    ['milamila', 'password.common'],
    ['14021987', 'password.common'],
    ['ytrewq12', 'password.common'],
    ['zzzzzzzz', 'password.common'],
    ['abababab', 'password.common'],
    ['ijklmnop', 'password.common'],
    ['87654321', 'password.common'],
    ['Storeward!', 'password.likePlace'],
    ['kestrel-99', 'password.likePlace'],
    ['KestrelSports1', 'password.likePlace'],
    ['till.manager', 'password.likeYou'],
    ['TillManager26', 'password.likeYou'],
    ['Hughes1990', 'password.likeYou'],
    ['mia.hughes', 'password.likeYou'],
    ['hughes-Hughes-HUGHES', 'password.likeYou'],
    ['Storeward2Storeward', 'password.likePlace'],
    ['mia.hughes@kestrelsports.com', 'password.likeYou'],
  ] as const)('%s is rejected with %s', ([password, error]) => expect(errorOf(password)).toBe(error));

  test('has the configured minimum length', () => {
    const rules = { minimum: 12, spaces: false };
    expect(errorOf('x9-Kq!wertz', rules)).toBe('password.tooShort');
    expect(errorOf('x9-Kq!wertzu', rules)).toBeUndefined();
  });
});

test.for([
  [false, undefined, 6],
  [false, 4, 6],
  [false, 12, 12],
  [false, 500, 64],
  [false, '12', 6],
  [false, 7.5, 6],
  [true, undefined, 15],
  [true, 12, 15],
  [true, 20, 20],
] as const)(
  'hardened %s and an organisation minimum of %s: at least %s characters',
  ([hardened, configured, minimum]) => {
    expect(passwordRules(hardened, configured)).toEqual({ minimum, spaces: hardened });
  },
);
