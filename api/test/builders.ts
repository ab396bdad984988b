import { type NodeType, permissions } from '@storeward/contract/access';
import { normalised } from '@storeward/contract/fields';
import { fullNameOf } from '@storeward/contract/full-names';
import { searchText } from '@storeward/contract/search';
import { hashing } from '../src/platform/security/hashing.ts';
import { newId } from '../src/platform/database/ids.ts';
import type { TestResponse } from './response.ts';
import { type TestServer, secretKey } from './server.ts';

/** The password of all test users. */
export const password = 'Demo-portal-26';
/** Hashing with the parameters of the test server. */
export const { hash, verify } = hashing(
  { memoryKib: 8, passes: 1, parallelism: 1, concurrency: 2, queueSeconds: 60 },
  secretKey,
);
const passwordHash = await hash(password);

export const secretWord = 'bluebird';
/** Columns for a user with this secret word. */
export const withSecretWord = {
  secret_word_hash: await hash(secretWord),
};

/** All access rights of organisation management: one for each permission. */
export const allAccessRights: readonly string[] = permissions.map((name) => name.toLowerCase());

/** A node, with the host of its organisation's portal and the domain of its users. */
export type TestNode = {
  readonly id: string;
  readonly orgId: string;
  readonly tpath: string;
  readonly name: string;
  readonly nodeType: NodeType;
  readonly parent: TestNode | undefined;
  readonly host: string;
  readonly domain: string;
};

export type TestUser = {
  readonly id: string;
  readonly userName: string;
  readonly roleId: string | null;
  readonly assignmentId: string | null;
  readonly node: TestNode;
  readonly host: string;
};

/** The organisation node above a node. */
export const rootOf = (node: TestNode): TestNode => (node.parent ? rootOf(node.parent) : node);

/** The root node of the platform, above all organisations. */
export const platformNode: TestNode = {
  id: '01900000-0000-7000-8000-000000000001',
  orgId: '01900000-0000-7000-8000-000000000001',
  tpath: '1.',
  name: 'Global',
  nodeType: 'GLOBAL',
  parent: undefined,
  host: 'localhost',
  domain: '',
};

let sequence = 0;
const next = () => (sequence += 1);

/** Inserts a row as the database owner, which bypasses row-level security. */
export async function insertRow(
  testServer: TestServer,
  table: string,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const columns = Object.keys(row);
  const placeholders = columns.map((_, index) => `$${index + 1}`).join(', ');
  await testServer.query(`insert into ${table} (${columns.join(', ')}) values (${placeholders})`, Object.values(row));
}

/** Creates an organisation with one portal host and one domain. */
export async function createOrganisation(
  testServer: TestServer,
  {
    name = `Organisation ${next()}`,
    slug = `org${next()}`,
    ...columns
  }: { name?: string; slug?: string } & Record<string, unknown> = {},
): Promise<TestNode> {
  const host = `${slug}.localhost`;
  const domain = `${slug}.example`;
  const node = await insertNode(
    testServer,
    { name, nodeType: 'ORGANIZATION', parent: undefined, host, domain },
    columns,
  );
  await insertRow(testServer, 'organisations', { org_id: node.id, code: slug, api_key: `key-of-${slug}` });
  await insertRow(testServer, 'portal_hosts', { host, org_id: node.id, is_url: true });
  await insertRow(testServer, 'domains', { org_id: node.id, domain_name: domain, is_default: true });
  return node;
}

export async function createNode(
  testServer: TestServer,
  {
    parent,
    nodeType,
    name = `${nodeType.toLowerCase()} ${next()}`,
    ...columns
  }: { parent: TestNode; nodeType: NodeType; name?: string } & Record<string, unknown>,
): Promise<TestNode> {
  return insertNode(testServer, { name, nodeType, parent, host: parent.host, domain: parent.domain }, columns);
}

async function insertNode(
  testServer: TestServer,
  node: Omit<TestNode, 'id' | 'orgId' | 'tpath'>,
  columns: Record<string, unknown>,
): Promise<TestNode> {
  const { name, nodeType, parent } = node;
  const id = newId();
  const orgId = parent?.orgId ?? id;
  const [label] = await testServer.query<{ label: string }>(`select node_label(nextval('node_labels')) as label`);
  const tpath = `${parent?.tpath ?? ''}${label!.label}.`;
  const code = typeof columns['code'] === 'string' ? columns['code'] : `code-${next()}`;
  await insertRow(testServer, 'nodes', {
    id,
    org_id: orgId,
    parent_id: parent?.id ?? null,
    tpath,
    node_type: nodeType,
    name,
    name_norm: normalised(name),
    code,
    code_norm: normalised(code),
    search_text: searchText(name, code),
    ...columns,
  });
  return { ...node, id, orgId, tpath };
}

/** Creates a role, with all access rights by default; returns its id. */
export async function createRole(
  testServer: TestServer,
  {
    organisation,
    rights = allAccessRights,
    ...columns
  }: { organisation: TestNode; rights?: readonly string[] } & Record<string, unknown>,
): Promise<string> {
  const id = newId();
  const name = `Role ${next()}`;
  await insertRow(testServer, 'roles', {
    id,
    org_id: organisation.orgId,
    name,
    name_norm: normalised(name),
    search_text: searchText(
      ...[columns['name'] ?? name, columns['description']].filter((text) => typeof text === 'string'),
    ),
    level: organisation.nodeType,
    access_rights: rights,
    ...columns,
  });
  return id;
}

type UserOptions = {
  readonly node: TestNode;
  /** The access rights of a role created for this user; null for a user without a role. */
  readonly rights?: readonly string[] | null;
  readonly roleId?: string;
  readonly userName?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** Assigns the user to the organisation only, without a root node. */
  readonly withoutNode?: boolean;
};

export async function createUser(
  testServer: TestServer,
  {
    node,
    rights = allAccessRights,
    roleId,
    userName = `user.${next()}`,
    firstName = 'Ada',
    lastName = `Person ${next()}`,
    withoutNode = false,
    ...columns
  }: UserOptions & Record<string, unknown>,
): Promise<TestUser> {
  const id = newId();
  const email = typeof columns['email_id'] === 'string' ? columns['email_id'] : `${userName}@mail.example`;
  const nodeId = withoutNode ? null : node.id;
  await insertRow(testServer, 'users', {
    id,
    org_id: node.orgId,
    node_id: nodeId,
    tpath: node.tpath,
    user_name: userName,
    user_name_norm: normalised(userName),
    domain_name: node.domain,
    first_name: firstName,
    last_name: lastName,
    name_norm: normalised(fullNameOf({ firstName, lastName })),
    email_id: email,
    email_norm: normalised(email),
    search_text: searchText(firstName, lastName, email, userName),
    password_hash: passwordHash,
    manual_password: true,
    ...columns,
  });
  const assignedRoleId =
    roleId ?? (rights === null ? null : await createRole(testServer, { organisation: node, rights }));
  const assignmentId = assignedRoleId
    ? await createAssignment(testServer, { userId: id, roleId: assignedRoleId, node, withoutNode })
    : null;
  return { id, userName, roleId: assignedRoleId, assignmentId, node, host: node.host };
}

/** Assigns a role at a node; returns the assignment's id. */
export async function createAssignment(
  testServer: TestServer,
  {
    userId,
    roleId,
    node,
    withoutNode = false,
    ...columns
  }: { userId: string; roleId: string; node: TestNode; withoutNode?: boolean } & Record<string, unknown>,
): Promise<string> {
  const id = newId();
  await insertRow(testServer, 'assignments', {
    id,
    org_id: node.orgId,
    user_id: userId,
    role_id: roleId,
    node_id: withoutNode ? null : node.id,
    tpath: node.tpath,
    ...columns,
  });
  return id;
}

/** An API client with the session of a user. */
export type ApiClient = {
  readonly token: string;
  readonly tokens: { readonly accessToken: string; readonly idToken: string; readonly refreshToken: string };
  readonly host: string;
  readonly user: TestUser;
  get(url: string, headers?: Record<string, string>): Promise<TestResponse>;
  put(url: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
  delete(url: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>;
};

export const base64 = (text: string): string => Buffer.from(text).toString('base64');

export async function signIn(
  testServer: TestServer,
  {
    userName,
    secret = password,
    host,
    from,
    headers = {},
  }: { userName: string; secret?: string; host: string; from?: string; headers?: Record<string, string> },
): Promise<TestResponse> {
  return testServer.request({
    method: 'POST',
    url: '/user-management/login',
    host,
    headers,
    ...(from === undefined ? {} : { from }),
    body: { username: base64(userName), password: base64(secret), domainName: base64(host) },
  });
}

/** Signs in and returns a client for the session; throws if the sign-in fails. */
export async function createClient(testServer: TestServer, user: TestUser, secret = password): Promise<ApiClient> {
  const { host } = user;
  const { status, body, text } = await signIn(testServer, { userName: user.userName, host, secret });
  if (status !== 200) throw new Error(`${user.userName} could not sign in: ${text}`);
  const token = body.result.accessToken as string;
  const ask =
    (method: 'GET' | 'PUT' | 'POST' | 'DELETE') =>
    (url: string, ...rest: [unknown?, Record<string, string>?]) => {
      const [content, headers] = method === 'GET' ? [undefined, rest[0] as Record<string, string> | undefined] : rest;
      return testServer.request({ method, url, host, token, body: content, ...(headers ? { headers } : {}) });
    };
  return {
    token,
    tokens: body.result,
    host,
    user,
    get: ask('GET'),
    put: ask('PUT'),
    post: ask('POST'),
    delete: ask('DELETE'),
  };
}
