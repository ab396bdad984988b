import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDataDir } from './data-dir.ts';
import { Trouble } from './trouble.ts';

const length = 32;

/** Reads a key of 32 bytes written as 64 hexadecimal characters or as base64; undefined when the text is neither. */
export function parseKey(text: string): Uint8Array | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (!/^[\w+/-]{43}=?$/.test(text)) return undefined;
  return Buffer.from(text, 'base64');
}

/** The installation's secret key: the configured one, or one made once and kept beside the embedded database. */
export function secretKey(source: { dataDir: string; secretKey: Uint8Array | undefined }): Uint8Array {
  return source.secretKey ?? storedKey(join(prepareDataDir(source.dataDir), 'secret.key'));
}

/** A key of its own for one purpose, so that no two uses of the secret key can be played against each other. */
export function deriveKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), `storeward/${purpose}`, length));
}

function storedKey(file: string): Uint8Array {
  try {
    const key = parseKey(readFileSync(file, 'utf8').trim());
    if (key) return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return makeKey(file);
    throw new Trouble(`Cannot read ${file} (${(error as Error).message}); let this account read it.`);
  }
  throw new Trouble(
    `${file} does not hold a key; put the kept copy back. Without it no password can be checked any more: if there is no copy, delete the file, start anew, and everybody asks for a new password by mail.`,
  );
}

/** Written beside and given its name in one step: no half key after a crash, and of two starts at once both take the first. */
function makeKey(file: string): Uint8Array {
  const beside = `${file}.${process.pid}`;
  try {
    writeFileSync(beside, `${randomBytes(length).toString('hex')}\n`, { mode: 0o600, flush: true });
    linkSync(beside, file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') {
      throw new Trouble(`Cannot write ${file} (${message}); make room, or set DATA_DIR to another folder.`);
    }
  } finally {
    rmSync(beside, { force: true });
  }
  return storedKey(file);
}
