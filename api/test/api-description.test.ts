import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { requiredPermissions } from '@storeward/contract/endpoint';
import { allEndpoints } from './endpoints.ts';
import { startTestServer } from './server.ts';

const testServer = await startTestServer();

describe('the document at /openapi.json', () => {
  type Operation = {
    operationId: string;
    summary: string;
    security: unknown[];
    parameters: { name: string; in: string; required: boolean; schema: object }[];
    requestBody?: { content: object };
    responses: Record<string, { description: string; content: Record<string, { schema: object; examples?: object }> }>;
    'x-permission'?: { anyOf?: string[]; allOf?: string[] };
    'x-overloads'?: { operationId: string }[];
  };
  let description: {
    openapi: string;
    info: { title: string; version: string };
    servers: object[];
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, object>; securitySchemes: object };
  };
  beforeAll(async () => {
    description = (await testServer.request({ url: '/openapi.json' })).body;
  });

  test('the document is OpenAPI 3.1 with a title and a version', () => {
    expect(description.openapi).toMatch(/^3\.1\.\d$/);
    expect(description.info).toMatchObject({
      title: expect.stringMatching(/./),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    const ids = Object.values(description.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, schemaName] of JSON.stringify(description).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g))
      expect(Object.keys(description.components.schemas)).toContain(schemaName);
  });

  test('the document satisfies the recommended rules of Redocly, without a warning', () => {
    const root = join(import.meta.dirname, '../..');
    const folder = mkdtempSync(join(tmpdir(), 'storeward-openapi-'));
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(description));
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/@redocly/cli/bin/cli.js'),
        'lint',
        join(folder, 'openapi.json'),
        `--config=${join(root, 'redocly.yaml')}`,
        '--format=json',
      ],
      { encoding: 'utf8', env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    );
    rmSync(folder, { recursive: true });
    expect(stdout + stderr).toContain('"totals"');
    const { problems } = JSON.parse(stdout) as {
      problems: { ruleId: string; message: string; location: { pointer: string }[] }[];
    };
    expect(problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual(
      [],
    );
  });

  test('users, nodes and what else the contract names are schemas of their own, which requests and responses refer to', () => {
    const { schemas } = description.components;
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['User', 'UserRow', 'Node', 'Role', 'NodeType', 'AuditEntry']),
    );
    const { get, put } = description.paths['/user-management/users/{id}']!;
    const result = { properties: { result: { $ref: '#/components/schemas/User' } } };
    expect(get!.responses['200']!.content['application/json']!.schema).toMatchObject(result);
    expect(put!.requestBody!.content).toMatchObject({
      'application/json': { schema: { $ref: '#/components/schemas/UserChange' } },
    });
    expect(schemas['User']).toMatchObject({
      properties: { rootNode: { anyOf: [{ $ref: '#/components/schemas/NodeType' }, { type: 'null' }] } },
    });
  });

  test('a schema whose defaults make properties optional in requests has a name of its own there', () => {
    const { post } = description.paths['/user-management/users']!;
    expect(post!.requestBody!.content).toMatchObject({
      'application/json': { schema: { $ref: '#/components/schemas/NewUserRequest' } },
    });
    const { required } = description.components.schemas['NewUserRequest'] as { required: string[] };
    expect(required).toContain('userName');
    expect(required).not.toContain('phoneNumber');
  });

  test('a client has to accept further properties of a response', () => {
    for (const name of ['User', 'UserRow', 'Node'])
      expect(description.components.schemas[name]).not.toHaveProperty('additionalProperties');
  });

  test('programs use a key, people the token of their session, each as a bearer', () => {
    expect(description.components.securitySchemes).toMatchObject({
      apiKey: { type: 'http', scheme: 'bearer' },
      session: { type: 'http', scheme: 'bearer' },
    });
    expect(description.paths['/user-management/users']!['get']!.security).toEqual([{ apiKey: [] }, { session: [] }]);
    expect(description.servers).toHaveLength(1);
  });

  test('each operation names the errors of each status with an example', () => {
    const { responses } = description.paths['/user-management/users/{id}']!['put']!;
    expect(responses['412']!.description).toContain('`record.stale`');
    expect(responses['412']!.content['application/json']).toMatchObject({
      schema: {
        allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties: { messageCode: { enum: ['record.stale'] } } }],
      },
      examples: { 'record.stale': { $ref: '#/components/examples/record.stale' } },
    });
  });

  test('a list of events is described beside the response that each event repeats', () => {
    const { get } = description.paths['/user-management/users/import/{id}']!;
    const { content } = get!.responses['200']!;
    expect(content['text/event-stream']!.schema).toMatchObject({
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: content['application/json']!.schema,
    });
  });

  test('two operations of one path have a discriminator where the body has one', () => {
    const { post } = description.paths['/node-management/node']!;
    expect(post!['x-overloads']!.map(({ operationId }) => operationId)).toEqual([
      'organisations.create',
      'nodes.create',
    ]);
    expect(post!.requestBody!.content).toMatchObject({
      'application/json': {
        schema: {
          anyOf: [
            { $ref: '#/components/schemas/NewOrganisationRequest' },
            { $ref: '#/components/schemas/NewNodeRequest' },
          ],
          discriminator: { propertyName: 'nodeType', mapping: { STORE: '#/components/schemas/NewNodeRequest' } },
        },
      },
    });
  });

  test.for(allEndpoints)('the document contains the endpoint $name', ({ endpoint }) => {
    const operation = description.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    expect(operation?.summary).toContain(endpoint.summary);
    expect(operation!.security).toHaveLength(endpoint.allow === 'anyone' ? 0 : 2);
    const permissions = requiredPermissions(endpoint);
    if (permissions && !operation!['x-overloads'])
      expect(operation!['x-permission']).toEqual({
        [permissions.mode === 'all' ? 'allOf' : 'anyOf']: permissions.names,
      });
    const inPath = operation!.parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(endpoint.path.match(/\{\w+\}/g) ?? []);
    for (const { required, schema } of inPath) {
      const reference = '$ref' in schema ? /\w+$/.exec(String(schema.$ref))![0] : undefined;
      expect([required, reference ? description.components.schemas[reference] : schema]).toMatchObject([
        true,
        { type: 'string' },
      ]);
    }
    expect(operation!.requestBody !== undefined).toBe((endpoint.body ?? endpoint.file) !== undefined);
    const { content } = operation!.responses['200']!;
    if (endpoint.streams) return expect(Object.keys(content)).toEqual(endpoint.streams);
    if (endpoint.streamUntil) expect(content).toHaveProperty(['text/event-stream']);
    const schema: { anyOf?: object[] } = content['application/json']!.schema;
    for (const response of schema.anyOf ?? [schema])
      expect(response).toMatchObject({ type: 'object', required: expect.arrayContaining(['result']) });
  });

  test('the document contains no unknown endpoint', () => {
    const documented = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const addresses = new Set(allEndpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`));
    expect(documented.sort()).toEqual([...addresses].sort());
  });
});

test('the page at /docs loads Swagger UI from this server only', async () => {
  const { headers, text } = await testServer.request({ url: '/docs' });
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
  const assets = [...text.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path]) => path!);
  expect(assets).toHaveLength(3);
  for (const url of assets) {
    const asset = await testServer.request({ url });
    expect([asset.status, asset.headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^text\/(css|javascript)/),
    ]);
  }
});

test('the page at /docs lists every endpoint without scripts', async () => {
  const page = (await testServer.request({ url: '/docs' })).text;
  for (const { endpoint } of allEndpoints)
    expect(page).toContain(endpoint.summary.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`));
});
