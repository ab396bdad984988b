import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoints } from '@storeward/contract/endpoint';
import { errors } from '@storeward/contract/errors';
import { requestIdHeader } from '../request-log.ts';
import { type Operation, operationOf, type OperationText } from './operation.ts';
import { mergeOverloads } from './overloads.ts';
import { contractSchemas, type Json, namedSchemas } from './schemas.ts';
import { webhookOperations } from './webhook-operations.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** The ids of the examples by the names of their placeholders. */
export const exampleIds = {
  organisation: '01970000-0000-7000-8000-000000000001',
  company: '01970000-0000-7000-8000-000000000002',
  region: '01970000-0000-7000-8000-000000000003',
  store: '01970000-0000-7000-8000-000000000004',
  role: '01970000-0000-7000-8000-000000000005',
  user: '01970000-0000-7000-8000-000000000006',
} as const;

/** Texts and example requests of operations by their ids. */
export const operationTexts = (
  ids: Readonly<Record<keyof typeof exampleIds, string>> = exampleIds,
): Readonly<Record<string, OperationText>> =>
  JSON.parse(
    read('operations.json').replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof exampleIds) => ids[name]),
  ) as Record<string, OperationText>;

/** The responses to the example requests; `api/test/api-examples.test.ts` records them. */
const exampleResponses = (): Readonly<Record<string, unknown>> =>
  JSON.parse(read('responses.json')) as Record<string, unknown>;

/** The OpenAPI 3.1 document of all endpoints. */
export async function openApi(domains: Readonly<Record<string, Endpoints>>, version: string): Promise<Json> {
  const schemas = namedSchemas(await contractSchemas());
  const texts = operationTexts();
  const responses = exampleResponses();
  const descriptions = JSON.parse(read('tags.json')) as Readonly<Record<string, string>>;
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [domain, endpoints] of Object.entries(domains)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const id = `${domain}.${name}`;
      const operations = (paths[endpoint.path] ??= {});
      const method = endpoint.method.toLowerCase();
      const operation = operationOf(id, endpoint, schemas, { ...texts[id], response: responses[id] });
      const overloaded = operations[method];
      operations[method] = overloaded
        ? mergeOverloads(overloaded, operation, texts[overloaded.operationId]?.discriminator)
        : operation;
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Storeward',
      version,
      description: read('introduction.md'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The portal that this document was read from' }],
    tags: Object.keys(domains)
      .toSorted()
      .map((name) => ({ name, description: descriptions[name] })),
    paths,
    webhooks: webhookOperations(),
    components: {
      securitySchemes,
      parameters: sentHeaders,
      headers: receivedHeaders,
      examples: errorExamples(paths),
      schemas: { ...schemas.components(), Refusal: errorSchema },
    },
  };
}

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'swd_…',
    description: 'An API key, for programs.',
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a session, from `POST /user-management/login`.',
  },
};

const sentHeader = (name: string, description: string, schema: Json, example: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
  example,
});

const sentHeaders = {
  'Idempotency-Key': sentHeader(
    'Idempotency-Key',
    'A repeat with the same key gets the same answer and does nothing twice.',
    { type: 'string', pattern: '^[\\w-]{8,128}$' },
    '5f0c7a3e-6f0b-4c8e-9d4e-0f6c1b2a3d4e',
  ),
  'If-Match': sentHeader(
    'If-Match',
    'The version the change starts from, as answered in ETag.',
    { type: 'string' },
    '"7"',
  ),
};

const receivedHeaders = {
  [requestIdHeader]: {
    description: 'The id of the request in log lines and in the audit.',
    schema: { type: 'string' },
  },
  etag: { description: 'The version of the record, or a digest of the result.', schema: { type: 'string' } },
  'retry-after': { description: 'In how many seconds to try again.', schema: { type: 'integer' } },
};

/** An example for each error that an operation refers to. */
function errorExamples(paths: Json): Json {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([code]) => text.includes(`"#/components/examples/${code}"`))
      .map(([code, { status, text }]) => [
        code,
        { summary: text, value: { message: text, messageCode: code, status } },
      ]),
  );
}

const errorSchema: Json = {
  type: 'object',
  description: 'An error. `errors` names the fields that were not accepted, `current` is the record after a conflict.',
  required: ['message', 'messageCode', 'status'],
  properties: {
    message: { type: 'string', description: 'English text.' },
    messageCode: { type: 'string', description: 'One of the codes of the operation, or of those of any request.' },
    status: { type: 'integer' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'messageCode', 'message'],
        properties: { path: { type: 'string' }, messageCode: { type: 'string' }, message: { type: 'string' } },
      },
    },
    current: { description: 'The record as it is now, with the schema of the result.' },
  },
};
