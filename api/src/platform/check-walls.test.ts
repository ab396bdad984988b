import { afterAll, describe, expect, test } from 'vitest';
import { aServer, asUser } from '../../test/server.ts';
import { newId } from './ids.ts';
import { checkWalls } from './migrate.ts';

const house = await aServer();

describe('the application refuses to start', () => {
  const refusal = async (url: string) =>
    checkWalls(url).then(
      () => 'started',
      (error: unknown) => (error as Error).message,
    );
  const roles: string[] = [];
  const role = async (name: string, how: string, ...more: string[]) => {
    const unique = `${name}_${newId().slice(-12)}`;
    roles.push(unique);
    await house.rows(`create role ${unique} login ${how}`);
    for (const statement of more) await house.rows(statement.replaceAll('ROLE', unique));
    return asUser(house.ownerUrl, unique);
  };
  afterAll(async () => {
    for (const name of roles) await house.rows(`drop owned by ${name}; drop role ${name}`);
  });

  test('never as the role that the migrations prepared', async () => {
    expect(await refusal(house.appUrl)).toBe('started');
    expect(await refusal(await role('of_ones_own', '', 'grant storeward_app to ROLE'))).toBe('started');
  });

  test('as a superuser, as one who may bypass the walls, as an owner or as a member of one', async () => {
    expect(await refusal(house.ownerUrl)).toMatch(
      /is a superuser: it could see past the walls between organisations\. Give it a role of its own in DATABASE_APP_URL/,
    );
    expect(await refusal(await role('bypassing', 'bypassrls'))).toMatch(/may bypass row-level security/);
    await role('all_seeing', 'bypassrls');
    expect(await refusal(await role('befriended', '', `grant ${roles.at(-1)} to ROLE`))).toMatch(
      /is a member of a role that may bypass row-level security/,
    );
    expect(
      await refusal(
        await role('owning', '', 'create table owned_by_role (org_id uuid)', 'alter table owned_by_role owner to ROLE'),
      ),
    ).toMatch(/owns tables/);
    await house
      .rows('alter table owned_by_role owner to current_user')
      .then(() => house.rows('drop table owned_by_role'));
    expect(await refusal(await role('looking', '', 'grant storeward_definer to ROLE'))).toMatch(
      /is a member of storeward_definer/,
    );
  });
});
