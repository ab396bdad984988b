import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from './after-file.ts';

export const s3Key = { accessKeyId: 'AKIDSTOREWARD', secretAccessKey: 'not/a+real/secret', region: 'eu-west-1' };

/** A minimal S3 server with one bucket, which verifies AWS Signature Version 4. */
export async function startS3Server(bucket = 'shop-files') {
  const objects = new Map<string, { bytes: Buffer; type: string }>();
  const rejected: string[] = [];
  let failing: number | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (part: Buffer) => chunks.push(part));
    request.on('end', () => {
      const respond = (status: number, body: Buffer | string = '', type = 'application/xml') =>
        void response.writeHead(status, { 'content-type': type }).end(body);
      const bytes = Buffer.concat(chunks);
      if (failing) return respond(failing, '<Error><Code>SlowDown</Code></Error>');
      const error = signatureError(request, bytes);
      if (error) {
        rejected.push(error);
        return respond(403, `<Error><Code>SignatureDoesNotMatch</Code><Message>${error}</Message></Error>`);
      }
      const path = decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname);
      if (!path.startsWith(`/${bucket}/`)) return respond(404, '<Error><Code>NoSuchBucket</Code></Error>');
      const name = path.slice(bucket.length + 2);
      const object = objects.get(name);
      if (request.method === 'PUT') {
        // S3 takes no body of unknown length
        if (request.headers['content-length'] === undefined) return respond(411);
        if (object && request.headers['if-none-match'] === '*') return respond(412);
        objects.set(name, { bytes, type: request.headers['content-type'] ?? '' });
        return respond(200);
      }
      if (request.method === 'DELETE') return respond(objects.delete(name) ? 204 : 404);
      if (!object) return respond(404, '<Error><Code>NoSuchKey</Code></Error>');
      return respondWithRange(request, response, object);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  afterFile(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    access: { ...s3Key, endpoint: `http://127.0.0.1:${port}`, bucket },
    objects,
    rejected,
    fail: (status: number | undefined) => void (failing = status),
  };
}

/** Answers with an object, or with the part of it that is requested. */
function respondWithRange(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { bytes, type }: { bytes: Buffer; type: string },
): void {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const start = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1);
  if (!headers.range)
    return void response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
  if (start > end) return void response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end('<Error/>');
  const range = { 'content-type': type, 'content-range': `bytes ${start}-${end}/${bytes.length}` };
  response.writeHead(206, range).end(bytes.subarray(start, end + 1));
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** The error in a request's signature by AWS Signature Version 4; undefined if it is valid. */
function signatureError(request: IncomingMessage, body: Buffer): string | undefined {
  const { headers, method, url } = request;
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!match) return 'not signed';
  const [, key, day = '', region = '', names = '', signature] = match;
  if (key !== s3Key.accessKeyId || region !== s3Key.region) return 'another key or region';
  const date = String(headers['x-amz-date']);
  const age = Date.now() - Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!date.startsWith(day) || !(Math.abs(age) < 900_000)) return 'another time';
  if (headers['x-amz-content-sha256'] !== sha(body)) return 'another body';
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.split(';').includes(name)))
    return 'too little signed';
  const { pathname, search } = new URL(url ?? '', 'http://x');
  const canonical = [
    method,
    pathname,
    search.slice(1),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const signing = ['aws4_request', 's3', region, day].reduceRight(
    (key, part) => hmac(key, part),
    `AWS4${s3Key.secretAccessKey}` as string | Buffer,
  );
  const expected = hmac(signing, ['AWS4-HMAC-SHA256', date, scope, sha(canonical)].join('\n')).toString('hex');
  return expected === signature ? undefined : 'another signature';
}
