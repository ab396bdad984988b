import { type NodeType, permissions } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import { hashing } from '../src/platform/hashing.ts';
import { newId } from '../src/platform/ids.ts';
import type { Answer } from './answer.ts';
import { type House, secretKey } from './server.ts';

/** The password of everybody in the tests. */
export const password = 'Demo-portal-26';
/** Makes and checks hashes as the product of the tests does. */
export const { make, matches } = hashing(
  { memoryKib: 8, passes: 1, parallelism: 1, atOnce: 2, queueSeconds: 60 },
  secretKey,
);
const passwordHash = await make(password);

/** The secret word of whoever has one. */
export const secretWord = 'bluebird';
/** The columns of somebody who has it. */
export const withSecretWord = {
  secret_word_hash: await make(secretWord),
};

/** Every right there is in organisation management: one for each permission. */
export const everyRight: readonly string[] = permissions.map((name) => name.toLowerCase());

/** A place in the tree, with the host of its organisation's portal and the domain its people sign in with. */
export type Place = {
  readonly id: string;
  readonly orgId: string;
  readonly tpath: string;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly parent: Place | undefined;
  readonly host: string;
  readonly domain: string;
};

/** A person with what is needed to sign them in. */
export type Person = {
  readonly id: string;
  readonly userName: string;
  readonly roleId: string | null;
  readonly assignmentId: string | null;
  readonly at: Place;
  readonly host: string;
};

/** The organisation that a place belongs to. */
export const rootOf = (place: Place): Place => (place.parent ? rootOf(place.parent) : place);

/** The platform itself, above all organisations. */
export const platform: Place = {
  id: '01900000-0000-7000-8000-000000000001',
  orgId: '01900000-0000-7000-8000-000000000001',
  tpath: '1.',
  name: 'Global',
  nodeType: 'GLOBAL',
  parent: undefined,
  host: 'localhost',
  domain: '',
};

let made = 0;
const next = () => (made += 1);

/** Writes one row as the owner, the columns in plain view. */
export async function insert(house: House, table: string, row: Readonly<Record<string, unknown>>): Promise<void> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  await house.rows(`insert into ${table} (${columns.join(', ')}) values (${places})`, Object.values(row));
}

/** An organisation with one portal and one domain. */
export async function anOrganisation(
  house: House,
  {
    name = `Organisation ${next()}`,
    word = `org${next()}`,
    ...columns
  }: { name?: string; word?: string } & Record<string, unknown> = {},
): Promise<Place> {
  const host = `${word}.localhost`;
  const domain = `${word}.example`;
  const place = await plant(house, { name, nodeType: 'ORGANIZATION', parent: undefined, host, domain }, columns);
  await insert(house, 'organisations', { org_id: place.id, code: word, api_key: `key-of-${word}` });
  await insert(house, 'portal_hosts', { host, org_id: place.id, is_url: true });
  await insert(house, 'domains', { org_id: place.id, domain_name: domain, is_default: true });
  return place;
}

/** A place right below another. */
export async function aNode(
  house: House,
  {
    parent,
    nodeType,
    name = `${nodeType.toLowerCase()} ${next()}`,
    ...columns
  }: { parent: Place; nodeType: NodeType; name?: string } & Record<string, unknown>,
): Promise<Place> {
  return plant(house, { name, nodeType, parent, host: parent.host, domain: parent.domain }, columns);
}

async function plant(
  house: House,
  place: Omit<Place, 'id' | 'orgId' | 'tpath'>,
  columns: Record<string, unknown>,
): Promise<Place> {
  const { name, nodeType, parent } = place;
  const id = newId();
  const orgId = parent?.orgId ?? id;
  const [label] = await house.rows<{ label: string }>(`select node_label(nextval('node_labels')) as label`);
  const tpath = `${parent?.tpath ?? ''}${label!.label}.`;
  const code = typeof columns['code'] === 'string' ? columns['code'] : `code-${next()}`;
  await insert(house, 'nodes', {
    id,
    org_id: orgId,
    parent_id: parent?.id ?? null,
    tpath,
    node_type: nodeType,
    name,
    name_norm: normalised(name),
    code,
    code_norm: normalised(code),
    search_text: normalised(`${name} ${code}`),
    ...columns,
  });
  return { ...place, id, orgId, tpath };
}

/** A role of an organisation with the rights given: all of them unless said otherwise. */
export async function aRole(
  house: House,
  { of, rights = everyRight, ...columns }: { of: Place; rights?: readonly string[] } & Record<string, unknown>,
): Promise<string> {
  const id = newId();
  const name = `Role ${next()}`;
  await insert(house, 'roles', {
    id,
    org_id: of.orgId,
    name,
    name_norm: normalised(name),
    level: of.nodeType,
    access_rights: rights,
    ...columns,
  });
  return id;
}

type UserWish = {
  readonly at: Place;
  /** The rights of a role made for this user alone; null for a user without a role. */
  readonly rights?: readonly string[] | null;
  readonly roleId?: string;
  readonly userName?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** Without a root node: they belong to the organisation and stand nowhere in it. */
  readonly nowhere?: boolean;
};

/** A person who works at a place, with a role there. */
export async function aUser(
  house: House,
  {
    at,
    rights = everyRight,
    roleId,
    userName = `user.${next()}`,
    firstName = 'Ada',
    lastName = `Person ${next()}`,
    nowhere = false,
    ...columns
  }: UserWish & Record<string, unknown>,
): Promise<Person> {
  const id = newId();
  const email = typeof columns['email_id'] === 'string' ? columns['email_id'] : `${userName}@mail.example`;
  const node = nowhere ? null : at.id;
  await insert(house, 'users', {
    id,
    org_id: at.orgId,
    node_id: node,
    tpath: at.tpath,
    user_name: userName,
    user_name_norm: normalised(userName),
    domain_name: at.domain,
    first_name: firstName,
    last_name: lastName,
    name_norm: normalised(`${firstName} ${lastName}`),
    email_id: email,
    email_norm: normalised(email),
    search_text: normalised(`${firstName} ${lastName} ${email} ${userName}`),
    password_hash: passwordHash,
    manual_password: true,
    ...columns,
  });
  const held = roleId ?? (rights === null ? null : await aRole(house, { of: at, rights }));
  const assignmentId = held ? await anAssignment(house, { userId: id, roleId: held, at, nowhere }) : null;
  return { id, userName, roleId: held, assignmentId, at, host: at.host };
}

/** A role held by somebody at a place; hands back its id. */
export async function anAssignment(
  house: House,
  {
    userId,
    roleId,
    at,
    nowhere = false,
    ...columns
  }: { userId: string; roleId: string; at: Place; nowhere?: boolean } & Record<string, unknown>,
): Promise<string> {
  const id = newId();
  await insert(house, 'assignments', {
    id,
    org_id: at.orgId,
    user_id: userId,
    role_id: roleId,
    node_id: nowhere ? null : at.id,
    tpath: at.tpath,
    ...columns,
  });
  return id;
}

/** Somebody signed in, who asks on. */
export type Caller = {
  readonly token: string;
  readonly tokens: { readonly accessToken: string; readonly idToken: string; readonly refreshToken: string };
  readonly host: string;
  readonly person: Person;
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  put(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
};

export const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Signs in by the product's own door, as the sign-in page does. */
export async function signIn(
  house: House,
  {
    userName,
    secret = password,
    host,
    from,
    headers = {},
  }: { userName: string; secret?: string; host: string; from?: string; headers?: Record<string, string> },
): Promise<Answer> {
  return house.ask({
    method: 'POST',
    url: '/user-management/login',
    host,
    headers,
    ...(from === undefined ? {} : { from }),
    body: { username: base64(userName), password: base64(secret), domainName: base64(host) },
  });
}

/** Somebody who has just signed in. */
export async function signedIn(house: House, person: Person, secret = password): Promise<Caller> {
  const { host } = person;
  const { status, body, text } = await signIn(house, { userName: person.userName, host, secret });
  if (status !== 200) throw new Error(`${person.userName} could not sign in: ${text}`);
  const token = body.result.accessToken as string;
  const ask =
    (method: 'GET' | 'PUT' | 'POST' | 'DELETE') =>
    (url: string, ...rest: [unknown?, Record<string, string>?]) => {
      const [content, headers] = method === 'GET' ? [undefined, rest[0] as Record<string, string> | undefined] : rest;
      return house.ask({ method, url, host, token, body: content, ...(headers ? { headers } : {}) });
    };
  return {
    token,
    tokens: body.result,
    host,
    person,
    get: ask('GET'),
    put: ask('PUT'),
    post: ask('POST'),
    delete: ask('DELETE'),
  };
}
