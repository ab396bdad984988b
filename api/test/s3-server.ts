import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** The key that opens the store. */
export const s3Key = { accessKeyId: 'AKIDSTOREWARD', secretAccessKey: 'not/a+real/secret', region: 'eu-west-1' };

/** A store as others run it: it keeps what it is sent under a good signature, for one bucket, and says no to all else. */
export async function anS3Store(bucket = 'shop-files') {
  const objects = new Map<string, { bytes: Buffer; type: string }>();
  const refused: string[] = [];
  let failing: number | undefined;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const answer = (status: number, body: Buffer | string = '', type = 'application/xml') =>
        void response.writeHead(status, { 'content-type': type }).end(body);
      const bytes = Buffer.concat(parts);
      if (failing) return answer(failing, '<Error><Code>SlowDown</Code></Error>');
      const fault = signatureFault(request, bytes);
      if (fault) {
        refused.push(fault);
        return answer(403, `<Error><Code>SignatureDoesNotMatch</Code><Message>${fault}</Message></Error>`);
      }
      const path = decodeURIComponent(new URL(request.url ?? '', 'http://x').pathname);
      if (!path.startsWith(`/${bucket}/`)) return answer(404, '<Error><Code>NoSuchBucket</Code></Error>');
      const name = path.slice(bucket.length + 2);
      const found = objects.get(name);
      if (request.method === 'PUT') {
        if (found && request.headers['if-none-match'] === '*') return answer(412);
        objects.set(name, { bytes, type: request.headers['content-type'] ?? '' });
        return answer(200);
      }
      if (request.method === 'DELETE') return answer(objects.delete(name) ? 204 : 404);
      return found ? answer(200, found.bytes, found.type) : answer(404, '<Error><Code>NoSuchKey</Code></Error>');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  afterAll(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    access: { ...s3Key, endpoint: `http://127.0.0.1:${port}`, bucket },
    objects,
    refused,
    fail: (status: number | undefined) => void (failing = status),
  };
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** What is wrong with the signature of a request, by the rules of AWS Signature Version 4. */
function signatureFault(request: IncomingMessage, body: Buffer): string | undefined {
  const { headers, method, url } = request;
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!found) return 'not signed';
  const [, key, day = '', region = '', names = '', signature] = found;
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
    (made, part) => hmac(made, part),
    `AWS4${s3Key.secretAccessKey}` as string | Buffer,
  );
  const due = hmac(signing, ['AWS4-HMAC-SHA256', date, scope, sha(canonical)].join('\n')).toString('hex');
  return due === signature ? undefined : 'another signature';
}
