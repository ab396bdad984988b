import type { Endpoint, ResultOf } from '@storeward/contract/endpoint';
import { type ErrorCode, errors } from '@storeward/contract/errors';
import { vi } from 'vitest';

/** A request as the server would see it. */
export type Heard = { method: string; path: string; query: URLSearchParams; headers: Headers; body: unknown };

type Reply = { status: number; told: unknown };
type Plan = { door: Endpoint; reply: (heard: Heard) => Reply | Promise<Reply> };

type Told<E extends Endpoint> = (heard: Heard) => ResultOf<E> | Promise<ResultOf<E>>;

let plans: Plan[] = [];

/** Stands in for the server: answers the doors that are planned, and 404 for every other. Hands out what it has heard. */
export function startServer(): Heard[] {
  const heard: Heard[] = [];
  plans = [];
  vi.stubGlobal('fetch', async (address: string, request: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    const asked: Heard = {
      method: request.method ?? 'GET',
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      headers: new Headers(request.headers),
      body: typeof request.body === 'string' ? (JSON.parse(request.body) as unknown) : (request.body ?? undefined),
    };
    heard.push(asked);
    const plan = plans.findLast(({ door }) => door.method === asked.method && patternOf(door).test(asked.path));
    const { status, told } = (await plan?.reply(asked)) ?? refusal('route.unknown');
    return new Response(JSON.stringify(told), { status, headers: { 'content-type': 'application/json' } });
  });
  return heard;
}

/** Plans what a door answers, in the contract's own shape; for a page door the page. */
export function answer<E extends Endpoint>(door: E, result: ResultOf<E> | Told<E>): void {
  plans.push({
    door,
    reply: async (heard) => {
      const given = typeof result === 'function' ? await (result as Told<E>)(heard) : result;
      return { status: 200, told: door.page ? given : { result: given } };
    },
  });
}

/** Plans that a door refuses, by the name of the refusal. */
export function refuse(door: Endpoint, code: ErrorCode, more: object = {}): void {
  plans.push({ door, reply: () => refusal(code, more) });
}

/** Plans that a door answers with something of neither kind, as a proxy before it would. */
export function answerRaw(door: Endpoint, status: number, told: unknown = {}): void {
  plans.push({ door, reply: () => ({ status, told }) });
}

/** The path of a door with its places filled in. */
function patternOf(door: Endpoint): RegExp {
  return new RegExp(`^${door.path.replace(/\{\w+\}/g, '[^/]+')}$`);
}

function refusal(code: ErrorCode, more: object = {}): Reply {
  const { status, text } = errors[code];
  return { status, told: { messageCode: code, message: text, status, ...more } };
}
