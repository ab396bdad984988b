import type { Choices } from './escalation-fixture.ts';
import { operationNames, type OperationName } from './escalation-moves.ts';
import type { FixtureSpec, Step } from './escalation-random-walk.ts';

/** The outcomes of steps: each operation with an effect, and each API error that keeps users from more rights. */
export const outcomes = [
  ...operationNames,
  'assignment.outlastsYours',
  'role.heldLonger',
  'role.beyondYourOwn',
  'role.own',
  'role.heldBeyond',
  'role.unknown',
  'user.beyondYourOwn',
  'access.denied',
  'import.unknown',
  'userBulk.notYours',
] as const;
type Outcome = (typeof outcomes)[number];

const [everything, nothing] = [['roles', 'users'], []] as const;

/** Users at the organisation and its two companies; the role of each has the index of its user. */
export const knownSpec: FixtureSpec = {
  users: [
    { at: 0, managed: everything, rights: [], ends: 3 }, // chief of the organisation
    { at: 1, managed: everything, rights: [], ends: 3 }, // manager of the first company
    { at: 1, managed: everything, rights: [], ends: 1 }, // lender, who manages it too, for 70 minutes
    { at: 8, managed: everything, rights: [], ends: 3 }, // neighbour, at the second company
    { at: 1, managed: ['users'], rights: [], ends: 3 }, // assistant, who may not change roles
    { at: 1, managed: nothing, rights: ['list_users', 'enabled_user'], ends: 3 }, // enabler
    { at: 4, managed: nothing, rights: [], ends: 3 },
    { at: 4, managed: nothing, rights: [], ends: 3 },
  ],
  roles: [
    { level: 0, rights: [], held: null },
    { level: 1, rights: ['list_users'], held: 1 },
    { level: 4, rights: [], held: 3 },
  ],
};
const [chief, manager, lender, , assistant, enabler, clerk] = [0, 1, 2, 3, 4, 5, 6];
const [spareRole, heldRole, neighbourRole] = [8, 9, 10];
const [company, region, store] = [1, 2, 4];

const step = (who: number, operation: OperationName, choices: Partial<Choices> = {}): Step => ({
  who,
  operation,
  choices: { what: 0, to: 0, rights: [], on: false, ...choices },
});

/** Steps of which the last one has the outcome, whatever chance and speed do. */
export const constructedSteps: Readonly<Record<Outcome, readonly Step[]>> = {
  createRole: [step(chief, 'createRole')],
  copyRole: [step(chief, 'copyRole', { what: spareRole, on: true })],
  changeRole: [step(chief, 'changeRole', { what: spareRole, rights: ['list_users'] })],
  addRight: [step(chief, 'addRight', { what: spareRole })],
  setRoleStatus: [step(chief, 'setRoleStatus', { what: spareRole })],
  removeRole: [step(chief, 'removeRole', { what: spareRole, on: true })],
  moveNode: [step(chief, 'moveNode', { what: store, to: 5 })],
  moveNodesConcurrently: [step(chief, 'moveNodesConcurrently', { what: store, to: 5, on: true })],
  createUser: [step(chief, 'createUser', { what: 2, to: company })],
  reassignUser: [step(chief, 'reassignUser', { what: clerk, to: region })],
  setUserStatus: [step(chief, 'setUserStatus', { what: clerk })],
  assignRole: [step(chief, 'assignRole', { what: clerk, to: region, on: true })],
  assignUntil: [step(chief, 'assignUntil', { what: clerk, to: region, on: true })],
  changeEnd: [step(chief, 'changeEnd', { what: manager, to: 1 })],
  passTime: [step(chief, 'passTime')],
  removeAssignment: [step(chief, 'removeAssignment', { what: manager })],
  switchAssignment: [step(manager, 'switchAssignment', { to: 1 })],
  assignDuringChange: [step(chief, 'assignDuringChange', { what: clerk, to: region })],
  // disables two of the users
  changeMany: [step(chief, 'changeMany', { what: clerk, to: 0 })],
  uploadFile: [step(chief, 'uploadFile', { to: company })],
  startRun: [step(chief, 'uploadFile', { to: company }), step(chief, 'startRun')],
  undoRun: [step(chief, 'changeMany', { what: clerk, to: 0 }), step(chief, 'undoRun')],
  changeEmail: [step(chief, 'changeEmail', { what: clerk })],
  'assignment.outlastsYours': [step(lender, 'createUser', { what: 1, to: company })],
  'role.heldLonger': [step(lender, 'addRight', { what: heldRole })],
  'role.beyondYourOwn': [step(manager, 'createRole')],
  'role.own': [step(chief, 'addRight', { what: chief })],
  'role.heldBeyond': [step(manager, 'setRoleStatus', { what: neighbourRole })],
  'role.unknown': [step(manager, 'addRight', { what: spareRole })],
  'user.beyondYourOwn': [step(assistant, 'setUserStatus', { what: manager })],
  'access.denied': [step(assistant, 'createRole')],
  'import.unknown': [step(chief, 'startRun')],
  'userBulk.notYours': [step(enabler, 'changeMany', { what: clerk, to: 1 })],
};
