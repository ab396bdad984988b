import { expect, test } from 'vitest';
import type { Actor } from '../platform/actor.ts';
import { mayChangeContact, userAbilities } from './policy.ts';

const actor = (...permissions: string[]) => ({ userId: 'me', permissions }) as unknown as Actor;

test.for([
  [
    'nobody else without a right',
    [],
    'other',
    false,
    { view: false, edit: false, enable: false, delete: false, seeAs: false },
  ],
  [
    'themselves without a right',
    [],
    'me',
    false,
    { view: true, edit: false, enable: false, delete: false, seeAs: false },
  ],
  [
    'others with the right to view',
    ['VIEW_USER'],
    'other',
    false,
    { view: true, edit: false, enable: false, delete: false, seeAs: true },
  ],
  [
    'others with the right to edit',
    ['EDIT_USER'],
    'other',
    false,
    { view: false, edit: true, enable: false, delete: false, seeAs: false },
  ],
  [
    'themselves with the right to edit',
    ['EDIT_USER'],
    'me',
    false,
    { view: true, edit: true, enable: false, delete: false, seeAs: false },
  ],
  [
    'others with the right to enable',
    ['ENABLED_USER'],
    'other',
    false,
    { view: false, edit: false, enable: true, delete: false, seeAs: false },
  ],
  [
    'others with the right to delete',
    ['DELETE_USER'],
    'other',
    false,
    { view: false, edit: false, enable: false, delete: true, seeAs: false },
  ],
  [
    'themselves with the right to delete',
    ['DELETE_USER'],
    'me',
    false,
    { view: true, edit: false, enable: false, delete: false, seeAs: false },
  ],
  [
    'themselves with the right to enable',
    ['ENABLED_USER'],
    'me',
    false,
    { view: true, edit: false, enable: false, delete: false, seeAs: false },
  ],
  [
    'nobody who holds more, however many rights',
    ['VIEW_USER', 'EDIT_USER', 'ENABLED_USER', 'DELETE_USER'],
    'other',
    true,
    { view: true, edit: false, enable: false, delete: false, seeAs: false },
  ],
] as const)(
  'one may see, change, enable, delete and see the portal as %s',
  ([, permissions, id, exceeds, abilities]) => {
    expect(userAbilities(actor(...permissions), { id, exceeds })).toEqual(abilities);
  },
);

test.for([
  ['keeps', 'me', { emailId: 'a@b.example', phoneNumber: '1' }, true],
  ['changes the e-mail of', 'me', { emailId: 'new@b.example', phoneNumber: '1' }, false],
  ['changes the phone of', 'me', { emailId: 'a@b.example', phoneNumber: '2' }, false],
  ['changes both of somebody who is not', 'other', { emailId: 'new@b.example', phoneNumber: '2' }, true],
] as const)(
  'a change that %s oneself is allowed only where nothing of one’s own contact changes',
  ([, id, wanted, allowed]) => {
    expect(mayChangeContact(actor(), { id, emailId: 'a@b.example', phoneNumber: '1' }, wanted)).toBe(allowed);
  },
);
