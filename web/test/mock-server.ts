import type { Endpoint, ResultOf } from '@storeward/contract/endpoint';
import { type ErrorCode, errors } from '@storeward/contract/errors';
import { vi } from 'vitest';

/** A recorded request. */
export type RecordedRequest = { method: string; path: string; query: URLSearchParams; headers: Headers; body: unknown };

type MockReply = { status: number; body: unknown; type?: string; length?: number };
type MockedEndpoint = { endpoint: Endpoint; reply: (request: RecordedRequest) => MockReply | Promise<MockReply> };

type ResponseFactory<E extends Endpoint> = (request: RecordedRequest) => ResultOf<E> | Promise<ResultOf<E>>;

let mockedEndpoints: MockedEndpoint[] = [];

/** Replaces `fetch` by a mock server that responds with 404 unless mocked. Returns the recorded requests. */
export function startMockServer(): RecordedRequest[] {
  const requests: RecordedRequest[] = [];
  mockedEndpoints = [];
  vi.stubGlobal('fetch', async (input: string, request: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost');
    const recorded: RecordedRequest = {
      method: request.method ?? 'GET',
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      headers: new Headers(request.headers),
      body: typeof request.body === 'string' ? (JSON.parse(request.body) as unknown) : (request.body ?? undefined),
    };
    requests.push(recorded);
    const mockedEndpoint = mockedEndpoints.findLast(
      ({ endpoint }) => endpoint.method === recorded.method && patternOf(endpoint).test(recorded.path),
    );
    const { status, body, type, length } = (await mockedEndpoint?.reply(recorded)) ?? errorReply('route.unknown');
    const text = type === undefined ? JSON.stringify(body) : String(body);
    const headers = { 'content-type': type ?? 'application/json', ...(length && { 'content-length': String(length) }) };
    return new Response(text, { status, headers });
  });
  return requests;
}

/** Mocks a successful response in the contract's shape; the whole page object for paginated endpoints. */
export function mockResponse<E extends Endpoint>(endpoint: E, result: ResultOf<E> | ResponseFactory<E>): void {
  mockedEndpoints.push({
    endpoint,
    reply: async (request) => {
      const value = typeof result === 'function' ? await (result as ResponseFactory<E>)(request) : result;
      return { status: 200, body: endpoint.page ? value : { result: value } };
    },
  });
}

/** Mocks an error response. */
export function mockError(endpoint: Endpoint, code: ErrorCode, details: object = {}): void {
  mockedEndpoints.push({ endpoint, reply: () => errorReply(code, details) });
}

/** Mocks a response with any status and body, such as one of a proxy. */
export function mockRawResponse(endpoint: Endpoint, status: number, body: unknown = {}): void {
  mockedEndpoints.push({ endpoint, reply: () => ({ status, body }) });
}

/** Mocks a successful response of a text of another type than JSON, such as a file; `length` if it has another number of bytes. */
export function mockFile(endpoint: Endpoint, type: string, body: string, length?: number): void {
  mockedEndpoints.push({ endpoint, reply: () => ({ status: 200, body, type, ...(length && { length }) }) });
}

function patternOf(endpoint: Endpoint): RegExp {
  return new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`);
}

function errorReply(code: ErrorCode, details: object = {}): MockReply {
  const { status, text } = errors[code];
  return { status, body: { messageCode: code, message: text, status, ...details } };
}
