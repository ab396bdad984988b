import type { SeedUser } from './users.ts';
import type { SeedNode } from './nodes.ts';
import { productRow, type SeedProduct } from './products.ts';
import type { Random } from './random.ts';
import type { Role } from './ready-roles.ts';
import type { Writer } from './rows.ts';

/** A stored setting of a node: one value of one field of one section. */
export type Setting = {
  readonly node: SeedNode;
  readonly section: string;
  readonly field: string;
  readonly value: unknown;
};

/** An organisation with everything that belongs to it; users may be a generator, since there may be a million. */
export type Organisation = {
  readonly nodes: readonly SeedNode[];
  readonly code: string;
  readonly country: string;
  readonly email: string;
  /** The first one is the portal's own host. */
  readonly hosts: readonly string[];
  /** The first one is the default. */
  readonly domains: readonly string[];
  readonly roles: ReadonlyMap<string, Role>;
  readonly users: Iterable<SeedUser>;
  readonly settings: readonly Setting[];
  /** An iterable, since there may be a hundred thousand. */
  readonly products: Iterable<SeedProduct>;
  /**
   * Set in an organisation that has other users: the only user that is demo data. Without it the whole organisation is
   * demo data.
   */
  readonly demoUser?: SeedUser;
};

const usersPerBatch = 5_000;

/** Writes one organisation; `progress` gets the number of users written so far. */
export async function writeOrganisation(
  writer: Writer,
  organisation: Organisation,
  { random, progress }: { random: Random; progress?: (users: number) => void },
): Promise<void> {
  const [root] = organisation.nodes;
  if (!root) throw new Error('An organisation has at least its root node.');
  const orgId = root.id;
  const date = String(root.created_date);

  await writer.write('nodes', organisation.nodes);
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
  await writeUsers(writer, organisation.users, progress);
  await writer.write(
    'setting_values',
    organisation.settings.map(({ node, section, field, value }) => ({
      id: random.id(Date.parse(date)),
      org_id: orgId,
      node_id: node.id,
      tpath: node.tpath,
      section,
      field,
      value: JSON.stringify(value),
      valid_from: date,
      created_date: date,
    })),
  );
  await writeProducts(writer, organisation.products, { orgId, date, random });
  await writer.write('demo_data', [{ org_id: orgId, user_id: organisation.demoUser?.user.id ?? null }]);
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

const productsPerBatch = 5_000;

async function writeProducts(
  writer: Writer,
  products: Iterable<SeedProduct>,
  context: { orgId: string; date: string; random: Random },
): Promise<void> {
  let batch: ReturnType<typeof productRow>[] = [];
  for (const product of products) {
    batch.push(productRow(product, context));
    if (batch.length < productsPerBatch) continue;
    await writer.write('products', batch);
    batch = [];
  }
  if (batch.length > 0) await writer.write('products', batch);
}

async function writeUsers(
  writer: Writer,
  users: Iterable<SeedUser>,
  progress?: (written: number) => void,
): Promise<void> {
  let [batch, written]: [SeedUser[], number] = [[], 0];
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
  for (const user of users) {
    batch.push(user);
    if (batch.length === usersPerBatch) await flush();
  }
  if (batch.length > 0) await flush();
}
