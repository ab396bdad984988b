import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../errors.ts';

/**
 * An unlinked file, which exists only as long as it is open, so that it is gone after a crash and nobody else can open it.
 * Throws `file.storeSilent`.
 */
export async function temporaryFile(folder: string): Promise<FileHandle> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, randomUUID());
    const file = await open(path, 'wx+', 0o600);
    await unlink(path).catch(async (error: unknown) => {
      await file.close();
      throw error;
    });
    return file;
  } catch (error) {
    return unwritable(error);
  }
}

/** Writes all of it at the end; a single write of a full disk may write only a part. Throws `file.storeSilent`. */
export const append = (file: FileHandle, content: string | Uint8Array): Promise<void> =>
  file.appendFile(content).catch(unwritable);

/** The disk is full, or cannot be written. */
export function unwritable(cause: unknown): never {
  throw new ApiError('file.storeSilent', { cause, retryAfter: 60 });
}
