import { expect, test } from 'vitest';
import type { Actor } from '../platform/actor.ts';
import { changeErrors, changesContact, userAbilities } from './policy.ts';

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
  ['own contact data unchanged', 'me', { emailId: 'a@b.example', phoneNumber: '1' }, true],
  ['own e-mail', 'me', { emailId: 'new@b.example', phoneNumber: '1' }, false],
  ['own phone number', 'me', { emailId: 'a@b.example', phoneNumber: '2' }, false],
  ['both of another user', 'other', { emailId: 'new@b.example', phoneNumber: '2' }, true],
] as const)('allows contact changes of other users only: %s', ([, id, requested, allowed]) => {
  const user = { id, emailId: 'a@b.example', phoneNumber: '1', exceeds: false };
  const errors = changeErrors(actor('EDIT_USER'), user, changesContact(user, requested) ? ['contact'] : []);
  expect(errors).toEqual(allowed ? [] : [{ part: 'contact', code: 'user.ownContact' }]);
});
