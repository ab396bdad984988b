import type { Environment } from './environment/environment.ts';

const secretHeaders = ['authorization', 'cookie', 'set-cookie', 'x-api-key', 'x-xsrf-token'];
const secretFields = [
  'password',
  'newPassword',
  'oldPassword',
  'secretWord',
  'accessToken',
  'idToken',
  'refreshToken',
  'token',
  'secret',
  'secretKey',
  'apiKey',
  'client_secret',
  'access_token',
];

/** Logger options: secrets are redacted, and user input is not logged. */
export function logOptions({ logLevel }: Pick<Environment, 'logLevel'>) {
  return {
    level: logLevel,
    redact: {
      paths: [
        // the parser of uploads logs its options with the headers at level trace
        ...secretHeaders.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`]),
        ...secretFields.flatMap((name) => [name, `*.${name}`]),
      ],
      censor: '[redacted]',
    },
    serializers: { req: serializeRequest, err: serializeError },
  };
}

/** The query string is omitted, since it may contain names; tokens in the path are redacted. */
function serializeRequest(request: { method: string; url: string; host?: string; ip?: string }) {
  return { method: request.method, path: safePath(request.url), host: request.host ?? '', ip: request.ip ?? '' };
}

/** The path of a URL, with segments over 40 characters (reset links, signed files) redacted. */
export function safePath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.slice(0, 500).replaceAll(/[^/]{41,}/g, '[redacted]');
}

/** Omits PostgreSQL's `detail`, which contains values of the row. */
function serializeError(error: Error & { code?: string; constraint?: string; table?: string }) {
  const { name, message, stack, code, constraint, table } = error;
  return {
    type: name,
    message,
    stack: stack ?? '',
    code: code ?? '',
    constraint: constraint ?? '',
    table: table ?? '',
  };
}
