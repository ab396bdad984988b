import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@storeward/contract/endpoint';
import { errors, isErrorCode, messages } from '@storeward/contract/errors';
import * as z from 'zod/mini';
import { domains } from '../src/domains.ts';

/** What came back: `body` is the JSON read, `text` every letter of it. */
export type Answer = {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- each test says what it expects of it
};

const doors: readonly Endpoint[] = Object.values(domains).flatMap((domain) => Object.values<Endpoint>(domain));
const pattern = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`);

// an address without a placeholder is meant before one with
const routes = doors
  .toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
  .map((door) => ({ door, pattern: pattern(door.path), answer: answerOf(door) }));

const refusal = z.strictObject({
  message: z.string(),
  messageCode: z.string().check(z.refine(isErrorCode)),
  status: z.int(),
  errors: z.optional(z.array(z.strictObject({ path: z.string(), messageCode: z.string(), message: z.string() }))),
  current: z.optional(z.unknown()),
});

function answerOf(door: Endpoint) {
  return door.page
    ? z.strictObject({
        result: z.array(door.result),
        total: z.int(),
        totalIsEstimate: z.optional(z.literal(true)),
        next: z.optional(z.string()),
      })
    : z.strictObject({
        result: door.result,
        ...(door.says ? { message: z.literal(messages[door.says]), messageCode: z.literal(door.says) } : {}),
        ...(door.resultIsMessage ? { message: door.result } : {}),
      });
}

type Refused = { readonly current?: unknown } | undefined;

/** The door that answered: of those that share an address the one whose answer, or record in a refusal, this is. */
function routeMeant(method: string, path: string, answered: unknown, current: unknown) {
  const there = routes.filter(({ door, pattern }) => door.method === method && pattern.test(path));
  const fits = ({ door, answer }: (typeof routes)[number]) =>
    answered === undefined ? door.result.safeParse(current).success : answer.safeParse(answered).success;
  return there.length > 1 ? (there.find(fits) ?? there.find(({ door }) => !door.meantWhen)) : there[0];
}

/** Holds every answer that any test gets against the contract: what the door promised and nothing beside it, or a refusal by name, and never a failure of ours. */
export function promised(method: string, url: string, { status, body, text, headers }: Answer): void {
  if (method === 'HEAD') return;
  if (String(headers['content-type']).startsWith('text/event-stream')) {
    for (const told of toldLive(text)) promised(method, url, { status, body: told, text, headers: {} });
    return;
  }
  if (status === 500) throw new Error(`${method} ${url} failed: ${text}`);
  // as the one who asked did: `..` and `.` are steps of an address, not parts of it
  const path = new URL(url, 'http://localhost').pathname;
  const route = routeMeant(method, path, status < 400 ? body : undefined, (body as Refused)?.current);
  if (status >= 400) {
    const parsed = refusal.safeParse(body);
    if (!parsed.success) throw new Error(`${method} ${url} refused in a shape nobody promised: ${text}`);
    if (errors[parsed.data.messageCode as keyof typeof errors].status !== status)
      throw new Error(`${method} ${url} answered ${status} for ${text}`);
    if (parsed.data.current !== undefined) exactly(route!.door.result, parsed.data.current, `${method} ${url} showed`);
  } else if (status === 304) {
    if (text !== '' || !(route?.door.unchanging || route?.door.revalidates))
      throw new Error(`${method} ${url} was kept, which nobody promised`);
  } else if (route) {
    exactly(route.answer, body, `${method} ${url} answered`);
  }
}

/** What a live answer told, one after the other. */
export const toldLive = (text: string): unknown[] =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? '') as unknown);

function exactly(shape: z.ZodMiniType, value: unknown, who: string): void {
  const parsed = shape.safeParse(value);
  if (!parsed.success)
    throw new Error(
      `${who} what its contract does not promise: ${JSON.stringify(parsed.error.issues)} in ${JSON.stringify(value)}`,
    );
  if (!isDeepStrictEqual(parsed.data, value))
    throw new Error(`${who} more than its contract promises: ${JSON.stringify(value)}`);
}
