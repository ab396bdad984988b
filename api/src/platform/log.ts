import type { Environment } from './env.ts';

const secrets = [
  'password',
  'newPassword',
  'oldPassword',
  'secretWord',
  'accessToken',
  'idToken',
  'refreshToken',
  'token',
  'secretKey',
];

/** How the server writes its log: enough to find a fault, no secret and no person's words. */
export function logOptions({ logLevel }: Pick<Environment, 'logLevel'>) {
  return {
    level: logLevel,
    redact: {
      paths: ['headers.authorization', 'headers.cookie', ...secrets.flatMap((name) => [name, `*.${name}`])],
      censor: '[redacted]',
    },
    serializers: { req: requestLine, err: errorLine },
  };
}

/** What is told of a request: the query is left out, since people search for names, and so is a token in the path. */
function requestLine(request: { method: string; url: string; host?: string; ip?: string }) {
  return { method: request.method, path: safePath(request.url), host: request.host ?? '', ip: request.ip ?? '' };
}

/** The path of an address, with every long random part (a reset link, a signed file) made unreadable. */
export function safePath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return path.slice(0, 500).replaceAll(/[^/]{41,}/g, '[redacted]');
}

/** What is told of a fault: PostgreSQL's `detail` repeats the values of the row, so only names are taken over. */
function errorLine(error: Error & { code?: string; constraint?: string; table?: string }) {
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
