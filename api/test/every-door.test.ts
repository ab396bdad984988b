import { permissions } from '@storeward/contract/access';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { deriveKey } from '../src/platform/keys.ts';
import {
  anOrganisation,
  aUser,
  type Caller,
  everyRight,
  type Person,
  type Place,
  platform,
  signedIn,
} from './builders.ts';
import { alsoNeeded, type Door, doors, fromAbove, guarded, readySample, rightFor, sampleOf } from './doors.ts';
import { aServer, secretKey } from './server.ts';

/** What answers besides the contract's doors, each looked at by a person. */
const besidesTheContract = [
  'GET /openapi.json',
  'GET /docs',
  'GET /health/live',
  'GET /health/ready',
  'GET /dev/mail',
  'GET /dev/mail/:mail',
  'GET /dev/mail/:mail/html',
  'GET /files/:folder/:name',
];

const house = await aServer({ recoveryMails: 1000, addressTries: 1_000_000, signInTries: 1000 });

let org: Place;
let colleague: Person;

beforeAll(async () => {
  org = await anOrganisation(house);
  colleague = await aUser(house, { at: org, rights: [] });
});

const someoneWith = async (rights: readonly string[], at = org): Promise<Caller> =>
  signedIn(house, await aUser(house, { at, rights }));
const standing = ({ name }: Door) => (fromAbove.includes(name) ? platform : org);

describe.for(guarded)('the door $name', (door) => {
  const ask = async (caller?: Caller, token = caller?.token) =>
    house.ask({
      ...(await readySample(house, door, colleague, caller)),
      host: standing(door).host,
      ...(token === undefined ? {} : { token }),
    });

  test('asks strangers to sign in', async () => {
    const answer = await ask();
    expect([answer.status, answer.body.messageCode]).toEqual([401, 'session.expired']);
  });

  test('asks a stranger to sign in before it looks at what they sent', async () => {
    const answer = await house.ask({
      method: door.endpoint.method,
      url: `${door.endpoint.path.replace(/\{\w+\}/, 'x')}?size=0`,
      host: org.host,
      ...(door.endpoint.method === 'GET' ? {} : { body: { any: 'thing' } }),
    });
    expect(answer.status).toBe(401);
  });

  test('knows forged and expired tokens', async () => {
    const caller = await someoneWith(everyRight, standing(door));
    const claims = JSON.parse(Buffer.from(caller.token.split('.')[1]!, 'base64url').toString()) as {
      sid: string;
      bound: string;
      sub: string;
      aud: string;
    };
    const sign = (key: Uint8Array, seconds: number) =>
      new SignJWT({ sid: claims.sid, bound: claims.bound })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setIssuer('storeward')
        .setAudience(claims.aud)
        .setSubject(claims.sub)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(key);
    const ours = deriveKey(secretKey, 'access-token');
    expect((await ask(caller, await sign(ours, -1))).status).toBe(401);
    expect((await ask(caller, await sign(new Uint8Array(32), 600))).status).toBe(401);
    expect((await ask(caller, await sign(ours, 600))).status).not.toBe(401);
  });

  test('never answers 403 to somebody who holds exactly what it asks for', async () => {
    for (const enough of enoughSets(door.wants)) {
      const names = [...enough, ...(alsoNeeded[door.name] ?? [])];
      const answer = await ask(await someoneWith(names.map(rightFor), standing(door)));
      expect(answer.status).toBe(200);
    }
  });

  test('lets the person whom it is about pass without the permission, if it says so, and only then', async () => {
    const caller = await someoneWith([]);
    const { status } = await house.ask({
      ...(await readySample(house, door, caller.person, caller)),
      host: org.host,
      token: caller.token,
    });
    expect(status).toBe(door.wants && !door.endpoint.orSelf ? 403 : 200);
  });

  test('stays closed until a given password was changed, unless it says so', async () => {
    const { id, userName, ...rest } = await aUser(house, { at: standing(door) });
    const caller = await signedIn(house, { id, userName, ...rest });
    await house.rows('update users set manual_password = false where id = $1', [id]);
    const aboutOthers = await ask(caller);
    const open = door.endpoint.beforePasswordChange && !door.wants;
    expect(aboutOthers.status).toBe(open ? 200 : 409);
    if (!open) expect(aboutOthers.body.messageCode).toBe('password.mustChange');
    if (door.endpoint.beforePasswordChange && door.endpoint.orSelf) {
      const own = await house.ask({ ...sampleOf(door, caller.person), host: org.host, token: caller.token });
      expect(own.status).toBe(200);
    }
  });
});

test.for(guarded.filter(({ endpoint }) => endpoint.method === 'GET'))(
  'the door $name is as closed to those who want only the headers',
  async (door) => {
    const answer = await house.ask({ ...sampleOf(door, colleague), method: 'HEAD', host: org.host });
    expect([answer.status, answer.text]).toEqual([401, '']);
  },
);

test.for(guarded.filter(({ wants }) => wants))(
  'the door $name refuses whoever lacks just the permission it asks for, and names it',
  async (door) => {
    for (const missing of missingSets(door.wants)) {
      const rights = everyRight.filter((right) => !missing.map(rightFor).includes(right));
      const caller = await someoneWith(rights, standing(door));
      const ask = async () =>
        house.ask({
          ...(await readySample(house, door, colleague, caller)),
          host: caller.host,
          token: caller.token,
        });
      const answer = await ask();
      expect([answer.status, answer.body.messageCode]).toEqual([403, 'access.denied']);
      for (const name of door.wants!.names) expect(answer.body.message).toContain(name);
      // and it is that alone which keeps them out: once the door forgets it, they are no longer refused for it
      const forgotten = await forgetting(door, missing, ask);
      expect([forgotten.status, forgotten.body?.messageCode]).not.toEqual([403, 'access.denied']);
    }
  },
);

/** Ways of not being admitted: for "any of" all names are missing, for "all of" each one in turn. */
function missingSets(wants: (typeof doors)[number]['wants']) {
  if (!wants) return [];
  return wants.mode === 'any' ? [wants.names] : wants.names.map((name) => [name]);
}

test('there are a hundred such rights at the doors, and more', () => {
  expect(guarded.flatMap(({ wants }) => missingSets(wants)).length).toBeGreaterThanOrEqual(100);
});

/** Does something while a door has forgotten some of the names that it asks for. */
async function forgetting<T>({ endpoint, wants }: Door, missing: readonly string[], work: () => Promise<T>) {
  const { allow } = endpoint;
  const left = wants!.mode === 'any' ? [] : wants!.names.filter((name) => !missing.includes(name));
  Object.assign(endpoint, { allow: left.length > 0 ? { all: left } : 'signedIn' });
  try {
    return await work();
  } finally {
    Object.assign(endpoint, { allow });
  }
}

/** Ways of just being admitted: for "any of" each name alone, for "all of" all together. */
function enoughSets(wants: (typeof doors)[number]['wants']) {
  if (!wants) return [[]];
  return wants.mode === 'any' ? wants.names.map((name) => [name]) : [wants.names];
}

test.for(doors.filter(({ endpoint }) => endpoint.allow === 'anyone'))(
  'the door $name answers without a session',
  async (door) => {
    const answer = await house.ask({
      ...(await readySample(house, door, colleague, await someoneWith([]))),
      host: org.host,
    });
    expect(answer.status).toBe(200);
  },
);

test.for(doors)('the door $name says that no portal is served under an unknown host', async (door) => {
  const { token } = await someoneWith(everyRight);
  const answer = await house.ask({ ...sampleOf(door, colleague), host: 'nobody.example', token });
  expect([answer.status, answer.body.messageCode]).toEqual([404, 'tenant.unknown']);
});

test('every permission that a door asks for is one of the fifty', () => {
  for (const { wants } of doors) for (const name of wants?.names ?? []) expect(permissions).toContain(name);
});

test('the server answers the doors of the contract and a few reviewed addresses, and nothing else', async () => {
  await house.server.ready();
  const mounted = routesIn(house.server.printRoutes({ commonPrefix: false }));
  const promised = doors
    .filter(({ endpoint }) => !endpoint.meantWhen) // those stand beside another one at the same address
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`);
  const heads = [...promised, ...besidesTheContract]
    .filter((route) => route.startsWith('GET '))
    .map((route) => route.replace('GET', 'HEAD'));
  expect(mounted.toSorted()).toEqual([...promised, ...besidesTheContract, ...heads].sort());
});

/** Reads the server's own picture of its routes, a tree in which a branch goes on from the line it hangs on. */
function routesIn(picture: string): string[] {
  const above: string[] = [];
  return picture.split('\n').flatMap((line) => {
    const [, branch, part, methods] = /^(.*[├└]── )(\S+)(?: \((.+)\))?$/.exec(line) ?? [];
    if (branch === undefined || part === undefined) return [];
    const depth = branch.length / 4 - 1;
    above.splice(depth, above.length, part);
    return (methods?.split(', ') ?? []).map((method) => `${method} ${above.join('')}`);
  });
}

describe('the description at /openapi.json', () => {
  type Operation = {
    operationId: string;
    summary: string;
    security: unknown[];
    parameters: { name: string; in: string; required: boolean; schema: object }[];
    requestBody?: { content: object };
    responses: Record<string, { content: Record<string, { schema: object }> }>;
  };
  let description: {
    openapi: string;
    info: { title: string; version: string };
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, object>; securitySchemes: object };
  };
  beforeAll(async () => {
    description = (await house.ask({ url: '/openapi.json' })).body;
  });

  test('is an OpenAPI 3.1 document with a title and a version', () => {
    expect(description.openapi).toMatch(/^3\.1\.\d$/);
    expect(description.info).toMatchObject({
      title: expect.stringMatching(/./),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    const ids = Object.values(description.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, named] of JSON.stringify(description).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g))
      expect(Object.keys(description.components.schemas)).toContain(named);
  });

  test.for(doors)('holds the door $name', ({ endpoint }) => {
    const operation = description.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    expect(operation?.summary).toContain(endpoint.about);
    expect(operation!.security).toHaveLength(endpoint.allow === 'anyone' ? 0 : 1);
    const inPath = operation!.parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(endpoint.path.match(/\{\w+\}/g) ?? []);
    for (const parameter of inPath) expect(parameter).toMatchObject({ required: true, schema: { type: 'string' } });
    expect(operation!.requestBody !== undefined).toBe((endpoint.body ?? endpoint.file) !== undefined);
    const schema: { anyOf?: object[] } = operation!.responses['200']!.content['application/json']!.schema;
    for (const answer of schema.anyOf ?? [schema])
      expect(answer).toMatchObject({ type: 'object', required: expect.arrayContaining(['result']) });
  });

  test('names no door that is not there', () => {
    const described = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const addresses = new Set(doors.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`));
    expect(described.sort()).toEqual([...addresses].sort());
  });
});

test('the page at /docs tells of every door', async () => {
  const page = (await house.ask({ url: '/docs' })).text;
  for (const { endpoint } of doors)
    expect(page).toContain(endpoint.about.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`));
});
