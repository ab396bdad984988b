import { type Endpoint, requiredPermissions } from '@storeward/contract/endpoint';
import { type ErrorCode, errors } from '@storeward/contract/errors';
import { requestIdHeader } from '../request-log.ts';
import { envelopeSchema } from '../response.ts';
import type { Json, Schemas } from './schemas.ts';

export type Content = { readonly [mediaType: string]: { readonly schema: Json; readonly examples?: Json } };
export type Response = { readonly description: string; readonly headers?: Json; readonly content: Content };

/** An operation of an OpenAPI document. */
export type Operation = Json & {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
};

/**
 * What the description of an operation has beyond its contract: a text, and an example that a test sends, with its response. Ids in
 * the requests of `operations.json` are placeholders such as `{store}`, by the names of `exampleIds`.
 */
export type OperationText = {
  readonly description?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly response?: unknown;
  /** The property of the body that tells two operations of one path apart, with the schema for each of its values. */
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };
};

/** Describes one endpoint of the contract. */
export function operationOf(id: string, endpoint: Endpoint, schemas: Schemas, text: OperationText = {}): Operation {
  const required = requiredPermissions(endpoint);
  const description = [accessText(endpoint), boundText(endpoint), text.description].filter(Boolean).join('\n\n');
  const body = endpoint.body
    ? { 'application/json': { schema: schemas.schemaOf(endpoint.body, 'input'), ...example(id, text.body) } }
    : endpoint.file
      ? { 'multipart/form-data': { schema: formSchema } }
      : undefined;
  return {
    operationId: id,
    tags: [id.split('.')[0]],
    summary: endpoint.summary,
    ...(description ? { description } : {}),
    ...(required ? { 'x-permission': { [required.mode === 'all' ? 'allOf' : 'anyOf']: required.names } } : {}),
    security: endpoint.allow === 'anyone' ? [] : [{ apiKey: [] }, { session: [] }],
    parameters: [
      ...parameters(endpoint, 'params', schemas, text.params),
      ...parameters(endpoint, 'query', schemas, text.query),
      ...headers(endpoint),
    ],
    ...(body ? { requestBody: { required: true as const, content: body } } : {}),
    responses: {
      200: {
        description: 'Done.',
        headers: responseHeaders(endpoint),
        content: resultContent(id, endpoint, schemas, text.response),
      },
      ...errorResponses(endpoint),
      default: errorResponse('Any other error, such as a refused request (`input.malformed`) or one of the server.'),
    },
  };
}

function accessText(endpoint: Endpoint): string {
  const required = requiredPermissions(endpoint);
  if (!required) return endpoint.allow === 'anyone' ? 'Needs no credentials.' : '';
  const names = required.names.join(required.mode === 'all' ? ' and ' : ' or ');
  return `Needs ${names}${endpoint.orSelf ? ', or to be that user' : ''}.`;
}

const boundText = ({ bound }: Endpoint): string =>
  bound ? `At most ${bound.most.toLocaleString('en')} ${bound.of}; for more, \`${bound.error}\` is returned.` : '';

const example = (id: string, value: unknown) => (value === undefined ? {} : { examples: { [id]: { value } } });

function resultContent(id: string, endpoint: Endpoint, schemas: Schemas, response: unknown): Content {
  if (endpoint.streams)
    return Object.fromEntries(endpoint.streams.map((type) => [type, { schema: { type: 'string' } }]));
  const schema = envelopeSchema(endpoint, schemas.schemaOf(endpoint.result, 'output'));
  return {
    'application/json': { schema, ...example(id, response) },
    ...(endpoint.streamUntil
      ? {
          'text/event-stream': {
            schema: {
              type: 'string',
              description:
                'With `Accept: text/event-stream`, an event for each change until the last one: `data: ` and the response as JSON, with the schema below. Lines that begin with a colon keep the connection open.',
              contentMediaType: 'application/json',
              contentSchema: schema,
            },
          },
        }
      : {}),
  };
}

function parameters(
  endpoint: Endpoint,
  part: 'params' | 'query',
  schemas: Schemas,
  examples: Readonly<Record<string, unknown>> = {},
): Json[] {
  const schema = endpoint[part];
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.parametersOf(schema);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: part === 'params' ? 'path' : 'query',
    required: part === 'params' || required.includes(name),
    schema: property,
    ...(name in examples ? { example: examples[name] } : {}),
  }));
}

function headers({ method, versioned, secretResponse, skipsIdempotency }: Endpoint): Json[] {
  const parameter = (name: string) => ({ $ref: `#/components/parameters/${name}` });
  return [
    ...(method !== 'GET' && !secretResponse && !skipsIdempotency ? [parameter('Idempotency-Key')] : []),
    ...(versioned ? [parameter('If-Match')] : []),
  ];
}

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });

const responseHeaders = ({ versioned, revalidates, immutable }: Endpoint): Json => ({
  [requestIdHeader]: header(requestIdHeader),
  ...(versioned || revalidates || immutable ? { etag: header('etag') } : {}),
});

const formSchema: Json = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary' } },
};

/** The errors of an endpoint, one response for each status. */
function errorResponses(endpoint: Endpoint): Record<string, Response> {
  const hasInput = endpoint.params ?? endpoint.query ?? endpoint.body ?? endpoint.file;
  const codes = new Set<ErrorCode>([
    ...(hasInput ? (['input.invalid'] as const) : []),
    ...(endpoint.allow === 'anyone' ? (['tenant.unknown'] as const) : (['session.expired'] as const)),
    ...(requiredPermissions(endpoint) ? (['access.denied'] as const) : []),
    ...(endpoint.takesSecret ? (['transport.insecure'] as const) : []),
    ...(endpoint.errors ?? []),
  ]);
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return Object.fromEntries([...byStatus].map(([status, list]) => [status, refused(status, list)]));
}

function refused(status: number, codes: readonly ErrorCode[]): Response {
  const lines = codes.map((code) => `- \`${code}\`: ${errors[code].text}`);
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  const schema = {
    allOf: [errorReference, { type: 'object', properties: { messageCode: { type: 'string', enum: codes } } }],
  };
  return {
    ...errorResponse(lines.join('\n'), status === 429 || status === 503),
    content: { 'application/json': { schema, examples } },
  };
}

const errorReference = { $ref: '#/components/schemas/Refusal' };

function errorResponse(description: string, mayBeRepeated = false): Response {
  return {
    description,
    headers: {
      [requestIdHeader]: header(requestIdHeader),
      ...(mayBeRepeated ? { 'retry-after': header('retry-after') } : {}),
    },
    content: { 'application/json': { schema: errorReference } },
  };
}
