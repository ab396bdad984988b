import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@storeward/contract/endpoint';
import { errors, isErrorCode, messages } from '@storeward/contract/errors';
import * as z from 'zod/mini';
import { endpointGroups } from './endpoint-groups.ts';

/** `body` is the parsed JSON, `text` the raw body. */
export type TestResponse = {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- each test states what it expects
};

const endpoints: readonly Endpoint[] = Object.values(endpointGroups).flatMap((domain) =>
  Object.values<Endpoint>(domain),
);
const pathPattern = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`);

// a path without parameters takes precedence
const routes = endpoints
  .toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
  .map((endpoint) => ({ endpoint, pattern: pathPattern(endpoint.path), schema: responseSchemaOf(endpoint) }));

const errorSchema = z.strictObject({
  message: z.string(),
  messageCode: z.string().check(z.refine(isErrorCode)),
  status: z.int(),
  errors: z.optional(z.array(z.strictObject({ path: z.string(), messageCode: z.string(), message: z.string() }))),
  current: z.optional(z.unknown()),
});

function responseSchemaOf(endpoint: Endpoint) {
  return endpoint.page
    ? z.strictObject({
        result: z.array(endpoint.result),
        total: z.int(),
        totalIsEstimate: z.optional(z.literal(true)),
        next: z.optional(z.string()),
      })
    : z.strictObject({
        result: endpoint.result,
        ...(endpoint.successMessage
          ? { message: z.literal(messages[endpoint.successMessage]), messageCode: z.literal(endpoint.successMessage) }
          : {}),
        ...(endpoint.resultIsMessage ? { message: endpoint.result } : {}),
      });
}

type ErrorBody = { readonly current?: unknown } | undefined;

/** The endpoint of a response: of overloads the one whose schema matches the result, or the `current` record of an error. */
function findRoute(method: string, path: string, body: unknown, current: unknown) {
  const candidates = routes.filter(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path));
  const fits = ({ endpoint, schema }: (typeof routes)[number]) =>
    body === undefined ? endpoint.result.safeParse(current).success : schema.safeParse(body).success;
  return candidates.length > 1
    ? (candidates.find(fits) ?? candidates.find(({ endpoint }) => !endpoint.matches))
    : candidates[0];
}

/** Throws unless a response matches its endpoint's contract exactly, or is an error of the catalogue other than 500. */
export function assertMatchesContract(
  method: string,
  url: string,
  { status, body, text, headers }: TestResponse,
): void {
  if (method === 'HEAD') return;
  if (String(headers['content-type']).startsWith('text/event-stream')) {
    for (const event of serverSentEvents(text))
      assertMatchesContract(method, url, { status, body: event, text, headers: {} });
    return;
  }
  if (status === 500) throw new Error(`${method} ${url} failed: ${text}`);
  // URL resolves `.` and `..` as clients do
  const path = new URL(url, 'http://localhost').pathname;
  const isError = status >= 400 || status === errors['upload.incomplete'].status;
  const route = findRoute(method, path, isError ? undefined : body, (body as ErrorBody)?.current);
  if (isError) {
    const parsed = errorSchema.safeParse(body);
    if (!parsed.success) throw new Error(`${method} ${url} returned an error in an unknown shape: ${text}`);
    if (errors[parsed.data.messageCode as keyof typeof errors].status !== status)
      throw new Error(`${method} ${url} returned status ${status} for ${text}`);
    if (parsed.data.current !== undefined) assertExact(route!.endpoint.result, parsed.data.current, `${method} ${url}`);
  } else if (status === 304) {
    if (text !== '' || !(route?.endpoint.immutable || route?.endpoint.revalidates))
      throw new Error(`${method} ${url} returned 304, which its contract does not allow`);
  } else if (route?.endpoint.streams) {
    if (!route.endpoint.streams.includes(String(headers['content-type'])))
      throw new Error(
        `${method} ${url} returned ${String(headers['content-type'])}, which its contract does not declare`,
      );
  } else if (route) {
    assertExact(route.schema, body, `${method} ${url}`);
  }
}

/** The data of an event stream, in order. */
export const serverSentEvents = (text: string): unknown[] =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? '') as unknown);

function assertExact(schema: z.ZodMiniType, value: unknown, request: string): void {
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new Error(
      `${request} does not match its contract: ${JSON.stringify(parsed.error.issues)} in ${JSON.stringify(value)}`,
    );
  if (!isDeepStrictEqual(parsed.data, value))
    throw new Error(`${request} returned more than its contract declares: ${JSON.stringify(value)}`);
}
