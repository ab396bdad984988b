import { type Endpoint, type Endpoints, requiredPermissions } from '@storeward/contract/endpoint';
import { errors } from '@storeward/contract/errors';
import * as z from 'zod/mini';
import { responseSchema } from './response.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of all endpoints. */
export function openApi(domains: Readonly<Record<string, Endpoints>>, version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [domain, endpoints] of Object.entries(domains)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const operations = (paths[endpoint.path] ??= {});
      const method = endpoint.method.toLowerCase();
      operations[method] = merge(operations[method] as Operation | undefined, operation(domain, name, endpoint));
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Storeward', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Refusal: errorSchema },
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

/** Merges two endpoints that share method and path into one operation, which accepts and returns what either does. */
function merge(first: Operation | undefined, second: Operation): Operation {
  if (!first) return second;
  const anyOf = (a: Content, b: Content) => ({
    'application/json': { schema: { anyOf: [a, b].map(({ content }) => content['application/json']?.schema ?? {}) } },
  });
  const statuses = new Set([...Object.keys(first.responses), ...Object.keys(second.responses)]);
  return {
    ...first,
    summary: `${first.summary} ${second.summary}`,
    description: [first.description, second.description].filter(Boolean).join(' '),
    ...(first.requestBody && second.requestBody
      ? { requestBody: { required: true as const, content: anyOf(first.requestBody, second.requestBody) } }
      : {}),
    responses: Object.fromEntries(
      [...statuses].map((status): [string, Operation['responses'][string]] => {
        const [a, b] = [first.responses[status], second.responses[status]];
        if (!a || !b) return [status, (a ?? b)!];
        if (status === '200') return [status, { description: a.description, content: anyOf(a, b) }];
        const descriptions = new Set([...a.description.split(', '), ...b.description.split(', ')]);
        return [status, { ...a, description: [...descriptions].join(', ') }];
      }),
    ),
  };
}

function operation(domain: string, name: string, endpoint: Endpoint): Operation {
  const required = requiredPermissions(endpoint);
  const codes = [
    ...(endpoint.errors ?? []),
    ...(endpoint.allow === 'anyone' ? [] : (['session.expired'] as const)),
    ...(required ? (['access.denied'] as const) : []),
    ...(endpoint.takesSecret ? (['transport.insecure'] as const) : []),
  ];
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return {
    operationId: `${domain}.${name}`,
    tags: [domain],
    summary: endpoint.summary,
    ...(required
      ? {
          description: `Needs ${required.names.join(required.mode === 'all' ? ' and ' : ' or ')}${endpoint.orSelf ? ', or to be that user' : ''}.`,
        }
      : {}),
    security: endpoint.allow === 'anyone' ? [] : [{ session: [] }],
    parameters: [...parameters(endpoint, 'params'), ...parameters(endpoint, 'query'), ...headers(endpoint)],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true as const,
            content: { 'application/json': { schema: inputSchema(endpoint.body) } },
          },
        }
      : {}),
    ...(endpoint.file
      ? { requestBody: { required: true as const, content: { 'multipart/form-data': { schema: formSchema } } } }
      : {}),
    responses: {
      200: { description: 'Done.', content: resultContent(endpoint) },
      ...Object.fromEntries(
        [...byStatus].map(([status, list]) => [status, { description: list.join(', '), content: errorContent }]),
      ),
      default: { description: 'A refusal by name.', content: errorContent },
    },
  };
}

const resultContent = (endpoint: Endpoint): Content['content'] =>
  endpoint.streams
    ? Object.fromEntries(endpoint.streams.map((type) => [type, { schema: { type: 'string' } }]))
    : { 'application/json': { schema: responseSchema(endpoint) } };

const inputSchema = (schema: z.ZodMiniType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return rest;
};

function parameters(endpoint: Endpoint, part: 'params' | 'query'): Json[] {
  const schema = endpoint[part];
  if (!schema) return [];
  const { properties = {}, required = [] } = inputSchema(schema) as {
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

function headers({ method, versioned, secretResponse, skipsIdempotency }: Endpoint): Json[] {
  const text = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  return [
    ...(method !== 'GET' && !secretResponse && !skipsIdempotency
      ? [text('Idempotency-Key', 'A repeat with the same key gets the same answer and does nothing twice.')]
      : []),
    ...(versioned ? [text('If-Match', 'The version the change starts from, as answered in ETag.')] : []),
  ];
}

const formSchema: Json = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};

const errorSchema: Json = {
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

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } };
