import type { Person } from './people.ts';
import type { Place } from './places.ts';
import type { Random } from './random.ts';
import type { Role } from './ready-roles.ts';
import type { Writer } from './rows.ts';

/** What a place has set for itself: a value of one field of one section. */
export type Setting = {
  readonly place: Place;
  readonly section: string;
  readonly field: string;
  readonly value: unknown;
};

/** An organisation with all that belongs to it; people may come as a stream, since there may be very many. */
export type Organisation = {
  readonly places: readonly Place[];
  readonly code: string;
  readonly country: string;
  readonly email: string;
  /** The first one is the portal's own address. */
  readonly hosts: readonly string[];
  /** The first one is the usual one. */
  readonly domains: readonly string[];
  readonly roles: ReadonlyMap<string, Role>;
  readonly people: Iterable<Person>;
  readonly settings: readonly Setting[];
};

const peopleAtOnce = 5_000;

/** Writes one organisation; `progress` is told how many people have been written so far. */
export async function writeOrganisation(
  writer: Writer,
  organisation: Organisation,
  { random, progress }: { random: Random; progress?: (people: number) => void },
): Promise<void> {
  const [root] = organisation.places;
  if (!root) throw new Error('an organisation has at least its own place');
  const orgId = root.id;
  const date = String(root.created_date);

  await writer.write('nodes', organisation.places);
  await writer.write('organisations', [
    {
      org_id: orgId,
      code: organisation.code,
      country: organisation.country,
      email_id: organisation.email,
      api_key: random.hex(40),
    },
  ]);
  await writer.write(
    'portal_hosts',
    organisation.hosts.map((host, index) => ({ host, org_id: orgId, is_url: index === 0 })),
  );
  await writer.write(
    'domains',
    organisation.domains.map((name, index) => ({ org_id: orgId, domain_name: name, is_default: index === 0 })),
  );
  await writer.write('roles', [...organisation.roles.values()]);
  await writePeople(writer, organisation.people, progress);
  await writer.write(
    'setting_values',
    organisation.settings.map(({ place, section, field, value }) => ({
      id: random.id(Date.parse(date)),
      org_id: orgId,
      node_id: place.id,
      tpath: place.tpath,
      section,
      field,
      value: JSON.stringify(value),
      valid_from: date,
      created_date: date,
    })),
  );
  await writer.write('audit', [
    {
      id: random.id(Date.parse(date)),
      org_id: orgId,
      tpath: root.tpath,
      at: date,
      action: 'organisation.created',
      entity: 'organisation',
      entity_id: orgId,
      after: JSON.stringify({ name: root.name, code: organisation.code }),
    },
  ]);
}

async function writePeople(
  writer: Writer,
  people: Iterable<Person>,
  progress?: (people: number) => void,
): Promise<void> {
  let [batch, written]: [Person[], number] = [[], 0];
  const flush = async () => {
    await writer.write(
      'users',
      batch.map(({ user }) => user),
    );
    await writer.write(
      'assignments',
      batch.flatMap(({ assignments }) => assignments),
    );
    written += batch.length;
    batch = [];
    progress?.(written);
  };
  for (const person of people) {
    batch.push(person);
    if (batch.length === peopleAtOnce) await flush();
  }
  if (batch.length > 0) await flush();
}
