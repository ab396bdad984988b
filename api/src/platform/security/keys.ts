import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDataDir } from '../database/server/data-dir.ts';
import { ConfigurationError } from '../environment/configuration-error.ts';

const keyLength = 32;

/** Reads a key of 32 bytes written as 64 hexadecimal characters or as base64; undefined when the text is neither. */
export function parseKey(text: string): Uint8Array | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (!/^[\w+/-]{43}=?$/.test(text)) return undefined;
  return Buffer.from(text, 'base64');
}

/** The installation's secret key: the configured one, or one that is generated once into the data folder. */
export function secretKey(source: { dataDir: string; secretKey: Uint8Array | undefined }): Uint8Array {
  return source.secretKey ?? storedKey(join(prepareDataDir(source.dataDir), 'secret.key'));
}

/** Derives a key for one purpose by HKDF-SHA-256, so that different uses of the secret key are independent. */
export function deriveKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), `storeward/${purpose}`, keyLength));
}

function storedKey(file: string): Uint8Array {
  try {
    const key = parseKey(readFileSync(file, 'utf8').trim());
    if (key) return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return createKey(file);
    throw new ConfigurationError(`Cannot read ${file} (${(error as Error).message}); let this account read it.`);
  }
  throw new ConfigurationError(
    `${file} does not hold a key; restore it from a backup. Without it no password can be verified: if there is no backup, delete the file and start again, and all users must reset their passwords by mail.`,
  );
}

/** Writes a temporary file and links it: no partial key after a crash, and two concurrent starts use the same key. */
function createKey(file: string): Uint8Array {
  const temporary = `${file}.${process.pid}`;
  try {
    writeFileSync(temporary, `${randomBytes(keyLength).toString('hex')}\n`, { mode: 0o600, flush: true });
    linkSync(temporary, file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') {
      throw new ConfigurationError(`Cannot write ${file} (${message}); make room, or set DATA_DIR to another folder.`);
    }
  } finally {
    rmSync(temporary, { force: true });
  }
  return storedKey(file);
}
