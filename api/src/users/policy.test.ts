import { expect, test } from 'vitest';
import type { Actor } from '../platform/actor.ts';
import { changeErrors, emailChange, userAbilities } from './policy.ts';

const actor = (...permissions: string[]) => ({ userId: 'me', permissions }) as unknown as Actor;

test.for([
  [
    'another user without a permission',
    [],
    'other',
    false,
    { view: false, edit: false, enable: false, delete: false, seeAs: false },
  ],
  [
    'oneself without a permission',
    [],
    'me',
    false,
    { view: true, edit: false, enable: false, delete: false, seeAs: false },
  ],
  [
    'another user with the permission to view',
    ['VIEW_USER'],
    'other',
    false,
    { view: true, edit: false, enable: false, delete: false, seeAs: true },
  ],
  [
    'another user with the permission to edit',
    ['EDIT_USER'],
    'other',
    false,
    { view: false, edit: true, enable: false, delete: false, seeAs: false },
  ],
  [
    'oneself with the permission to edit',
    ['EDIT_USER'],
    'me',
    false,
    { view: true, edit: true, enable: false, delete: false, seeAs: false },
  ],
  [
    'another user with the permission to enable',
    ['ENABLED_USER'],
    'other',
    false,
    { view: false, edit: false, enable: true, delete: false, seeAs: false },
  ],
  [
    'another user with the permission to delete',
    ['DELETE_USER'],
    'other',
    false,
    { view: false, edit: false, enable: false, delete: true, seeAs: false },
  ],
  [
    'oneself with the permission to delete',
    ['DELETE_USER'],
    'me',
    false,
    { view: true, edit: false, enable: false, delete: false, seeAs: false },
  ],
  [
    'oneself with the permission to enable',
    ['ENABLED_USER'],
    'me',
    false,
    { view: true, edit: false, enable: false, delete: false, seeAs: false },
  ],
  [
    'a user with more rights, with all permissions',
    ['VIEW_USER', 'EDIT_USER', 'ENABLED_USER', 'DELETE_USER'],
    'other',
    true,
    { view: true, edit: false, enable: false, delete: false, seeAs: false },
  ],
] as const)(
  'returns the abilities to view, edit, enable, delete and impersonate %s',
  ([, permissions, id, exceeds, abilities]) => {
    expect(userAbilities(actor(...permissions), { id, exceeds })).toEqual(abilities);
  },
);

test.for([
  ['me', [{ part: 'contact', code: 'user.ownContact' }]],
  ['other', []],
] as const)('allows contact changes of other users only: %s', ([id, errors]) => {
  expect(changeErrors(actor('EDIT_USER'), { id, exceeds: false }, ['contact'])).toEqual(errors);
});

test.for([
  ['the address that counts', 'old@b.example', false, 'none'],
  ['the pending address', 'new@b.example', false, 'none'],
  ['another address', 'third@b.example', false, 'pending'],
  ['another address that may be corrected', 'third@b.example', true, 'corrected'],
] as const)('tells what %s means for a user with a pending address', ([, requested, mayCorrect, expected]) => {
  const user = { emailId: 'old@b.example', pendingEmail: 'new@b.example', mayCorrect };
  expect(emailChange(user, requested)).toBe(expected);
});
