import { newId } from '../src/platform/ids.ts';
import { sessionOf } from './browser.ts';
import { aNode, aUser, type Caller, everyRight, type Person, type Place, platform, signedIn } from './builders.ts';
import type { House } from './server.ts';
import { settingNeeds } from './setting-doors.ts';
import { aGrownOrganisation, type Grown } from './tree.ts';

/** The word that stands in every text of an organisation, and nowhere else. */
export const marks = { acorn: 'qacornq', beech: 'qbeechq' };

/** Two organisations grown out in full, people of every kind who ask, and records of every kind to ask about. */
export type World = {
  readonly acorn: Grown;
  readonly beech: Grown;
  readonly actors: readonly Who[];
  readonly targets: readonly Target[];
};

/** An id that nothing has. */
export const absent = newId();

/** Whether a place lies in an area, told from the tree alone. */
export const standsIn = (place: Place, area: Place): boolean =>
  place.id === area.id || (place.parent !== undefined && standsIn(place.parent, area));

/** Somebody who asks, as the model knows them. */
export type Who = {
  readonly name: string;
  readonly person: Person;
  readonly area: Place | undefined;
  readonly rights: readonly string[];
  readonly global?: true;
  /** May be somebody who has signed in anew, once their session was ended. */
  caller: Caller;
};

/** Whether a place lies within somebody's reach. */
export const reaches = (who: Who, place: Place) =>
  who.global === true || (who.area !== undefined && standsIn(place, who.area));
const sees = (who: Who, person: Person) => person.id === who.person.id || reaches(who, person.at);

/** A record to ask about; neither person, place nor somebody's session where there is none. */
export type Target = {
  readonly what: string;
  readonly id: string;
  readonly person?: Person;
  readonly place?: Place;
  readonly sessionOf?: Person;
};

/** The status that the model expects for somebody at a door with an id; a new door has to be added here. */
export function expected(
  { actors }: World,
  who: Who,
  asked: string,
  { person, place, sessionOf: owner }: Target,
): number {
  const door = doorMeant(asked, who, place);
  const holds = (...names: string[]) => names.some((name) => who.rights.includes(name));
  if (door === 'users.get' && !holds('view_user') && person?.id !== who.person.id) return 403;
  if (door === 'users.update' && !holds('edit_user')) return 403;
  if (door === 'users.setStatus' && !holds('enabled_user')) return 403;
  if (door === 'users.remove' && !holds('delete_user')) return 403;
  if (door === 'seeings.begin' && !holds('view_user')) return 403;
  if (door.startsWith('assignments.') && !holds(/list|explain/.test(door) ? 'view_user' : 'edit_user')) return 403;
  if (door.startsWith('passwords.') && !holds('edit_user')) return 403;
  if (door === 'nodes.get' && !holds('view_node', 'list_node_structure')) return 403;
  if (door === 'nodes.children' && !holds('list_node_structure')) return 403;
  if (['nodes.update', 'nodes.move', 'nodes.previewMove'].includes(door) && !holds('edit_node')) return 403;
  if (door === 'nodes.update' && !holds('edit_node_details')) return 403;
  if (door === 'nodes.setStatus' && !holds('enabled_node')) return 403;
  if (door === 'nodes.remove' && !holds('delete_node')) return 403;
  // there are no devices among the records of this world: their own tests tell of those of other areas
  if (door.startsWith('devices.')) return holds('assign_store_device') ? 404 : 403;
  // nor imports
  if (door.startsWith('nodeImports.')) return holds('create_node', 'edit_node') ? 404 : 403;
  if (door.startsWith('userImports.'))
    return holds(/\.(list|get|rows)$/.test(door) ? 'show_bulk_user_import_submenu' : 'allow_upload_user_import_csv')
      ? 404
      : 403;
  if (door.startsWith('bulkOverrides.') || door.startsWith('settingImports.'))
    return holds(/\.(list|get|rows)$/.test(door) ? 'list_bulk_override' : 'bulk_override') ? 404 : 403;
  // nor views
  if (door.startsWith('userViews.')) return holds('list_users') ? 404 : 403;
  if (door.startsWith('userBulk.')) return holds('enabled_user', 'edit_user') ? 404 : 403;
  if (door === 'organisations.update' && !(holds('update_organisation') && holds('update_organisation_details')))
    return 403;
  if (door === 'organisations.setStatus') return !holds('enabled_organisation') ? 403 : who.global ? 200 : 409;
  if (door === 'organisations.invite' && !holds('create_organisation')) return 403;
  // of those in this world nobody was invited to one
  if (door === 'organisations.invite') return place?.nodeType === 'ORGANIZATION' && reaches(who, place) ? 409 : 404;
  if (door === 'organisations.remove') return holds('delete_organisation') ? 412 : 403;
  if (door === 'organisations.domains' && !holds('view_organisation', 'create_user')) return 403;
  if (['organisations.get', 'themes.ofOrganisation'].includes(door) && !holds('view_organisation')) return 403;
  // from below one is told of one's own organisation where the role says so
  const fromBelow = !who.global && who.area && holds('access_organisation_level');
  if (door === 'organisations.get' && fromBelow && place?.id === who.area.orgId) return 200;
  if (door.startsWith('organisations.') || door === 'themes.ofOrganisation')
    return place?.nodeType === 'ORGANIZATION' && reaches(who, place) ? 200 : 404;
  if (door === 'profiles.setFaceConsent' && !holds('allow_face_id_registration')) return 403;
  if (door.startsWith('profiles.')) return person?.id === who.person.id ? 200 : 404;
  const roleRight = { get: 'view', update: 'edit', setStatus: 'enabled', remove: 'delete' }[door.replace('roles.', '')];
  if (door.startsWith('roles.') && roleRight && !holds(`${roleRight}_role`)) return 403;
  // and there are no roles among them: their own tests tell of a neighbour's
  if (door.startsWith('roles.')) return 404;
  if (door === 'openSessions.end') return owner && owner.id === who.person.id ? 200 : 404;
  if (door === 'openSessions.endAllOf' && !holds('enabled_user')) return 403;
  if (/^(users|assignments|passwords|seeings)\./.test(door) || door === 'openSessions.endAllOf') {
    if (!person || !sees(who, person)) return 404;
    const theirs = actors.find((one) => one.person.id === person.id)?.rights ?? everyRight;
    // asked for in a version that nobody has, so that everybody stays
    if (door === 'users.remove') return 412;
    const looksOnly = ['users.get', 'passwords.linkState', 'assignments.list', 'assignments.explain'].includes(door);
    // a moment that has passed, and a further role that nobody holds
    if (/^assignments\.(create|remove)$/.test(door)) {
      if (person.id === who.person.id || theirs.some((right) => !holds(right))) return 409;
      return door === 'assignments.create' ? 400 : 409;
    }
    if (['users.setStatus', 'seeings.begin'].includes(door) && person.id === who.person.id) return 409;
    return !looksOnly && theirs.some((right) => !holds(right)) ? 409 : 200;
  }
  // what is in force above is in force below, so it is told down the line
  if (door === 'configurations.get')
    return place && (reaches(who, place) || standsIn(who.person.at, place)) ? 200 : 404;
  if (door.startsWith('settings.')) {
    const writes = door in settingNeeds;
    const rights = ['edit_node_module', 'update_organisation_module'];
    if (!(writes ? holds(...rights) : holds('view_node', 'view_organisation', 'bulk_override', ...rights))) return 403;
    if (!place || !reaches(who, place)) return 404;
    // nothing was planned at any of these places
    return door === 'settings.withdraw' ? 409 : 200;
  }
  if (door.startsWith('webhooks.')) {
    if (!holds('edit_node_configuration', 'update_organisation_config')) return 403;
    // there are none but those that are made here
    return place && reaches(who, place) && /\.(list|create)$/.test(door) ? 200 : 404;
  }
  if (!door.startsWith('nodes.'))
    throw new Error(`the model does not know the door ${door}: add it to api/test/world.ts`);
  if (!place || !reaches(who, place)) return 404;
  if (door === 'nodes.remove') return 412;
  if (door === 'nodes.move' || door === 'nodes.previewMove') return 409;
  if (door === 'nodes.setStatus') return place.id === who.area?.id || !place.parent ? 409 : 200;
  return 200;
}

/** Nodes and organisations share addresses: of the latter it is about for whoever reaches all of one and names it. */
function doorMeant(asked: string, who: Who, place: Place | undefined): string {
  const [, name = ''] = asked.split('.');
  if (!/^(nodes|organisations)\.(update|setStatus|remove)$/.test(asked)) return asked;
  const whole = place?.nodeType === 'ORGANIZATION' && (who.global || who.area?.id === place.id);
  return `${whole ? 'organisations' : 'nodes'}.${name}`;
}

/** Everybody there is. */
export const everybodyIn = ({ acorn, beech, actors }: World): Person[] => [
  ...acorn.people,
  ...beech.people,
  ...actors.map(({ person }) => person),
];

/** The marks of organisations that somebody must never read of. */
export const foreignMarks = ({ acorn }: World, who: Who): string[] =>
  who.global ? [] : who.person.at.orgId === acorn.root.id ? [marks.beech] : [marks.acorn];

/** Makes the world in an empty house. */
export async function aWorld(house: House): Promise<World> {
  const actors: Who[] = [];
  const [acorn, beech] = [
    await aGrownOrganisation(house, { word: 'acorn', mark: marks.acorn }),
    await aGrownOrganisation(house, { word: 'beech', mark: marks.beech }),
  ];
  const enter = async (
    name: string,
    at: Place,
    more: { rights?: readonly string[]; nowhere?: true; global?: true } = {},
  ) => {
    const { rights = everyRight, nowhere, global } = more;
    const person = await aUser(house, {
      at,
      rights,
      userName: name.replaceAll(' ', '.'),
      ...(nowhere ? { nowhere } : {}),
    });
    actors.push({
      name,
      person,
      area: nowhere ? undefined : at,
      rights,
      ...(global ? { global } : {}),
      caller: await signedIn(house, person),
    });
  };
  const line = (['ORGANIZATION', 'COMPANY', 'TRADING_REGION', 'STORE_GROUP', 'SUB_STORE_GROUP', 'STORE'] as const).map(
    (type) => acorn.places.find(({ nodeType }) => nodeType === type)!,
  );
  for (const at of line) await enter(`${at.nodeType} with all rights`, at);
  for (const at of [line[0]!, line[5]!]) await enter(`${at.nodeType} with no rights`, at, { rights: [] });
  await enter('COMPANY with four rights', line[1]!, {
    rights: ['view_user', 'edit_user', 'list_node_structure', 'list_users'],
  });
  await enter('nowhere with all rights', acorn.root, { nowhere: true });
  await enter('the other organisation', beech.root);
  await enter('GLOBAL with all rights', platform, { global: true });

  const goneStore = await aNode(house, { parent: line[4]!, nodeType: 'STORE', deleted_date: '2026-01-01T00:00:00Z' });
  const gonePerson = await aUser(house, { at: line[4]!, deleted_date: '2026-01-01T00:00:00Z' });
  // for those on the line: their own places, what lies above and below, brothers, a cousin, and the other organisation from top to bottom
  const brothers = line
    .slice(1)
    .map((at) =>
      acorn.places.find(
        ({ id, parent, nodeType }) =>
          id !== at.id &&
          parent &&
          nodeType === at.nodeType &&
          (parent.id === at.parent!.id || nodeType === 'SUB_STORE_GROUP'),
      )!,
    );
  const chosen = [
    ...line,
    ...brothers,
    acorn.places.at(-1)!,
    ...line.map(({ nodeType }) => beech.places.find((place) => place.nodeType === nodeType)!),
  ];
  const peopleThere = [...acorn.people, ...beech.people].filter(({ at }) => chosen.includes(at));
  const targets: Target[] = [
    ...[...peopleThere, ...actors.map(({ person }) => person)].map((person) => ({
      what: `person at ${person.at.name}`,
      id: person.id,
      person,
    })),
    ...[...chosen, platform].map((place) => ({ what: place.name, id: place.id, place })),
    ...(await Promise.all(
      actors.map(async ({ name, person }) => ({
        what: `a session of ${name}`,
        id: sessionOf((await signedIn(house, person)).token),
        sessionOf: person,
      })),
    )),
    { what: 'a deleted place', id: goneStore.id },
    { what: 'a deleted person', id: gonePerson.id },
    { what: 'nothing', id: absent },
  ];
  return { acorn, beech, actors, targets };
}
