import { beforeAll, describe, expect, test } from 'vitest';
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
    responses: Record<string, { content: Record<string, { schema: object }> }>;
  };
  let description: {
    openapi: string;
    info: { title: string; version: string };
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

  test.for(allEndpoints)('the document contains the endpoint $name', ({ endpoint }) => {
    const operation = description.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    expect(operation?.summary).toContain(endpoint.summary);
    expect(operation!.security).toHaveLength(endpoint.allow === 'anyone' ? 0 : 1);
    const inPath = operation!.parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(endpoint.path.match(/\{\w+\}/g) ?? []);
    for (const parameter of inPath) expect(parameter).toMatchObject({ required: true, schema: { type: 'string' } });
    expect(operation!.requestBody !== undefined).toBe((endpoint.body ?? endpoint.file) !== undefined);
    const { content } = operation!.responses['200']!;
    if (endpoint.streams) return expect(Object.keys(content)).toEqual(endpoint.streams);
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

test('the page at /docs lists every endpoint', async () => {
  const page = (await testServer.request({ url: '/docs' })).text;
  for (const { endpoint } of allEndpoints)
    expect(page).toContain(endpoint.summary.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`));
});
