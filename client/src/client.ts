import type { Endpoint, Endpoints, RequestOf, ResultOf } from '@storeward/contract/endpoint';
import type { Page } from '@storeward/contract/paging';
import { endpoints } from './endpoints.ts';
import { readEvents } from './event-stream.ts';
import { type CallOptions, type Connection, ensureSecure, type RequestInput, send } from './send.ts';

export { ApiError, type FieldError } from './api-error.ts';
export { endpoints };
export type { CallOptions, Connection };

/** The input of a call; a part whose properties are all optional may be left out. */
export type Input<E extends Endpoint> = Optional<RequestOf<E>>;
type Optional<R> = { [K in keyof R as object extends R[K] ? never : K]: R[K] } & {
  [K in keyof R as object extends R[K] ? K : never]?: R[K];
};
type Arguments<E extends Endpoint> =
  object extends Input<E> ? [input?: Input<E>, options?: CallOptions] : [input: Input<E>, options?: CallOptions];
type Paged = Endpoint & { readonly page: true };
type RowOf<E extends Paged> = ResultOf<E> extends Page<infer Row> ? Row : never;
/** What a call returns: of a file its text. */
type Returned<E extends Endpoint> = E extends { readonly streams: readonly string[] } ? string : ResultOf<E>;
type Call<E extends Endpoint> = (...args: Arguments<E>) => Promise<Returned<E>>;

/** The endpoints of a group as functions. */
type Group<G extends Endpoints> = { readonly [K in keyof G]: Call<G[K]> };

/** A client of one portal: each endpoint as a function, such as `client.users.get({ params: { id } })`. */
export type Client = { readonly [K in keyof typeof endpoints]: Group<(typeof endpoints)[K]> } & {
  /** Calls an endpoint. Returns its result, or one page of a list. */
  readonly call: <E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions) => Promise<Returned<E>>;
  /** The pages of a list, each requested when it is needed. */
  readonly pages: <E extends Paged>(
    endpoint: E,
    input: Input<E>,
    options?: CallOptions,
  ) => AsyncGenerator<Page<RowOf<E>>>;
  /** The rows of all pages of a list. */
  readonly rows: <E extends Paged>(endpoint: E, input: Input<E>, options?: CallOptions) => AsyncGenerator<RowOf<E>>;
  /** The result of a read after each change, until the last one; reconnects when a connection ends before. */
  readonly follow: <E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    options?: CallOptions,
  ) => AsyncGenerator<ResultOf<E>>;
  /** The response of an endpoint that sends a file, while it is being sent. */
  readonly open: <E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions) => Promise<Response>;
};

/** Creates a client. Throws `TypeError` for an address that a key must not be sent to; its functions throw `ApiError`. */
export function createClient(connection: Connection): Client {
  ensureSecure(connection.url);

  async function call<E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<Returned<E>> {
    if (endpoint.streams) return (await (await open(endpoint, input, options)).text()) as Returned<E>;
    const response = await send(connection, endpoint, input, options);
    const body = (await response.json()) as { result: unknown };
    return (endpoint.page ? body : body.result) as Returned<E>;
  }

  async function* pages<E extends Paged>(endpoint: E, input: Input<E>, options?: CallOptions) {
    let { query = {}, ...rest } = input as RequestInput;
    let seen = 0;
    for (let number = Number(query['page'] ?? 0); ; number += 1) {
      const page = (await call(endpoint, { ...rest, query } as unknown as Input<E>, options)) as Page<RowOf<E>>;
      yield page;
      seen += page.result.length;
      if (page.result.length === 0 || (page.next === undefined && seen >= page.total)) return;
      const { page: _, cursor: __, ...others } = query;
      query = page.next === undefined ? { ...others, page: number + 1 } : { ...others, cursor: page.next };
    }
  }

  async function* rows<E extends Paged>(endpoint: E, input: Input<E>, options?: CallOptions) {
    const { query, ...rest } = input as RequestInput;
    const largest = { ...rest, query: { size: 100, ...query } } as unknown as Input<E>;
    for await (const { result } of pages(endpoint, largest, options)) yield* result;
  }

  async function* follow<E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions) {
    for (;;) {
      const response = await send(connection, endpoint, input, {
        ...options,
        accept: 'text/event-stream',
      });
      for await (const { result } of readEvents<{ result: ResultOf<E> }>(response)) {
        yield result;
        if (endpoint.streamUntil?.(result)) return;
      }
    }
  }

  const open = <E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions) =>
    send(connection, endpoint, input, { ...options, accept: '*/*' });

  const group = (contract: Endpoints) =>
    Object.fromEntries(
      Object.entries(contract).map(([name, endpoint]) => [
        name,
        (input: object = {}, options?: CallOptions) => call(endpoint, input as never, options),
      ]),
    );
  const groups = Object.fromEntries(
    Object.entries<Endpoints>(endpoints).map(([name, contract]) => [name, group(contract)]),
  );
  return { ...(groups as unknown as Client), call, pages, rows, follow, open };
}
