import { beforeAll, describe, expect, test } from 'vitest';
import { anAssignment, anOrganisation, aRole, aUser, type Place, platform, signedIn } from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer();
let acorn: Place;
let beech: Place;
beforeAll(async () => {
  acorn = await anOrganisation(house);
  beech = await anOrganisation(house);
});

const modulesOf = (roleId: string | null) => `/role-management/roles/modules/${roleId}`;

describe('the modules of a role', () => {
  test('are told to whoever holds it, whatever else they may, each with its rights', async () => {
    const person = await aUser(house, { at: acorn, rights: ['tm_access', 'list_users', 'no_longer_known'] });
    const { status, body } = await (await signedIn(house, person)).get(modulesOf(person.roleId));
    expect([status, body]).toEqual([
      200,
      {
        result: [
          { shortName: 'om', accessRights: [{ shortName: 'list_users', associatePermission: 'LIST_USERS' }] },
          { shortName: 'tm', accessRights: [{ shortName: 'tm_access', associatePermission: '' }] },
        ],
      },
    ]);
  });

  test('are told of the role that the token names first', async () => {
    const person = await aUser(house, { at: acorn, rights: ['sotk_access'] });
    const caller = await signedIn(house, person);
    const claims = JSON.parse(Buffer.from(caller.tokens.idToken.split('.')[1]!, 'base64url').toString());
    const [first] = JSON.parse(claims['custom:roles']);
    expect((await caller.get(modulesOf(first))).body.result).toMatchObject([{ shortName: 'sotk' }]);
  });

  test('are told of the second of one’s own roles too, for as long as it is held', async () => {
    const person = await aUser(house, { at: acorn, rights: [] });
    const held = await aRole(house, { of: acorn, rights: ['rj_access'] });
    const over = await aRole(house, { of: acorn, rights: ['rj_access'] });
    await anAssignment(house, { userId: person.id, roleId: held, at: acorn, position: 1 });
    await anAssignment(house, {
      userId: person.id,
      roleId: over,
      at: acorn,
      position: 2,
      until: '2026-01-01T00:00:00Z',
    });
    const caller = await signedIn(house, person);
    expect((await caller.get(modulesOf(held))).body.result).toMatchObject([{ shortName: 'rj' }]);
    expect((await caller.get(modulesOf(over))).body.messageCode).toBe('role.unknown');
  });

  test('of another’s role are told to whoever may look at roles, and to nobody else, who is not thrown out for asking', async () => {
    const other = await aRole(house, { of: acorn, rights: ['rj_access'] });
    const may = await signedIn(house, await aUser(house, { at: acorn, rights: ['view_role'] }));
    const mayNot = await signedIn(house, await aUser(house, { at: acorn, rights: ['list_roles'] }));
    expect((await may.get(modulesOf(other))).body.result).toMatchObject([{ shortName: 'rj' }]);
    const { status, body } = await mayNot.get(modulesOf(other));
    expect([status, body.messageCode]).toEqual([404, 'role.unknown']);
  });

  test('of a neighbour’s role or a deleted one nobody is told; from above, of any', async () => {
    const next = await aRole(house, { of: beech, rights: ['rj_access'] });
    const gone = await aRole(house, { of: acorn, rights: ['rj_access'] });
    await house.rows('update roles set deleted_date = clock() where id = $1', [gone]);
    const caller = await signedIn(house, await aUser(house, { at: acorn }));
    expect((await caller.get(modulesOf(next))).status).toBe(404);
    expect((await caller.get(modulesOf(gone))).status).toBe(404);
    const above = await signedIn(house, await aUser(house, { at: platform }));
    expect((await above.get(modulesOf(next))).body.result).toMatchObject([{ shortName: 'rj' }]);
  });
});
