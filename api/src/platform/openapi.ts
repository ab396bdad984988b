import { type Endpoint, type Endpoints, needed } from '@storeward/contract/endpoint';
import { errors } from '@storeward/contract/errors';
import * as z from 'zod/mini';
import { answerSchema } from './answers.ts';

type Json = Record<string, unknown>;

/** The doors of every domain, as one description that tools understand (OpenAPI 3.1). */
export function openApi(domains: Readonly<Record<string, Endpoints>>, version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [domain, doors] of Object.entries(domains)) {
    for (const [name, door] of Object.entries(doors)) {
      const operations = (paths[door.path] ??= {});
      const method = door.method.toLowerCase();
      operations[method] = both(operations[method] as Operation | undefined, operation(domain, name, door));
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Storeward', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Refusal: refusal },
    },
  };
}

type Operation = Json & {
  readonly summary: string;
  readonly description?: string;
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
};
type Content = { readonly required?: true; readonly content: Readonly<Record<string, { readonly schema: Json }>> };

/** Two doors that share an address are one operation there, which takes and answers what either does. */
function both(one: Operation | undefined, other: Operation): Operation {
  if (!one) return other;
  const either = (a: Content, b: Content) => ({
    'application/json': { schema: { anyOf: [a, b].map(({ content }) => content['application/json']?.schema ?? {}) } },
  });
  const statuses = new Set([...Object.keys(one.responses), ...Object.keys(other.responses)]);
  return {
    ...one,
    summary: `${one.summary} ${other.summary}`,
    description: [one.description, other.description].filter(Boolean).join(' '),
    ...(one.requestBody && other.requestBody
      ? { requestBody: { required: true as const, content: either(one.requestBody, other.requestBody) } }
      : {}),
    responses: Object.fromEntries(
      [...statuses].map((status): [string, Operation['responses'][string]] => {
        const [a, b] = [one.responses[status], other.responses[status]];
        if (!a || !b) return [status, (a ?? b)!];
        if (status === '200') return [status, { description: a.description, content: either(a, b) }];
        const named = new Set([...a.description.split(', '), ...b.description.split(', ')]);
        return [status, { ...a, description: [...named].join(', ') }];
      }),
    ),
  };
}

function operation(domain: string, name: string, door: Endpoint): Operation {
  const want = needed(door);
  const codes = [
    ...(door.errors ?? []),
    ...(door.allow === 'anyone' ? [] : (['session.expired'] as const)),
    ...(want ? (['access.denied'] as const) : []),
    ...(door.takesSecret ? (['transport.insecure'] as const) : []),
  ];
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return {
    operationId: `${domain}.${name}`,
    tags: [domain],
    summary: door.about,
    ...(want
      ? {
          description: `Needs ${want.names.join(want.mode === 'all' ? ' and ' : ' or ')}${door.orSelf ? ', or to be that user' : ''}.`,
        }
      : {}),
    security: door.allow === 'anyone' ? [] : [{ session: [] }],
    parameters: [...parameters(door, 'params'), ...parameters(door, 'query'), ...headers(door)],
    ...(door.body
      ? { requestBody: { required: true as const, content: { 'application/json': { schema: input(door.body) } } } }
      : {}),
    ...(door.file
      ? { requestBody: { required: true as const, content: { 'multipart/form-data': { schema: form } } } }
      : {}),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: answerSchema(door) } } },
      ...Object.fromEntries(
        [...byStatus].map(([status, list]) => [status, { description: list.join(', '), content: refusalContent }]),
      ),
      default: { description: 'A refusal by name.', content: refusalContent },
    },
  };
}

const input = (schema: z.ZodMiniType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return rest;
};

function parameters(door: Endpoint, part: 'params' | 'query'): Json[] {
  const schema = door[part];
  if (!schema) return [];
  const { properties = {}, required = [] } = input(schema) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: part === 'params' ? 'path' : 'query',
    required: part === 'params' || required.includes(name),
    schema: property,
  }));
}

function headers({ method, versioned, secretAnswer, keepsNoAnswer }: Endpoint): Json[] {
  const text = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  return [
    ...(method !== 'GET' && !secretAnswer && !keepsNoAnswer
      ? [text('Idempotency-Key', 'A repeat with the same key gets the same answer and does nothing twice.')]
      : []),
    ...(versioned ? [text('If-Match', 'The version the change starts from, as answered in ETag.')] : []),
  ];
}

const form: Json = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};

const refusal: Json = {
  type: 'object',
  required: ['message', 'messageCode', 'status'],
  properties: {
    message: { type: 'string' },
    messageCode: { type: 'string', enum: Object.keys(errors) },
    status: { type: 'integer' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, messageCode: { type: 'string' }, message: { type: 'string' } },
      },
    },
    current: {},
  },
};

const refusalContent = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } };
