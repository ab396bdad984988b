import * as z from 'zod/mini';
import { ConfigurationError } from '../../platform/environment/configuration-error.ts';
import type { ArchiveEntry } from './archive.ts';

export const manifestName = 'manifest.json';
export const checksumsName = 'checksums.json';
export const auditFolder = 'audit/';
export const filesFolder = 'files/';

/** The first file of a backup: what made it, and what its tables are. */
export const Manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  createdDate: z.string(),
  /** The id of the public key that belongs to the secret key of the installation, which is not part of the backup. */
  keyId: z.string(),
  release: z.int(),
  steps: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  files: z.boolean(),
});
export type Manifest = z.infer<typeof Manifest>;

/** The last file of a backup, without which it is not complete. */
export const Checksums = z.object({
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  tables: z.array(z.object({ orgId: z.string(), table: z.string(), rows: z.int(), sum: z.string() })),
  organisations: z.array(z.object({ orgId: z.string(), rows: z.int(), checksum: z.string() })),
  files: z.array(z.object({ name: z.string(), size: z.int(), sha256: z.string() })),
});
export type Checksums = z.infer<typeof Checksums>;

/** Parses a file of a backup; throws `ConfigurationError` if it is none. */
export async function parseEntry<T>(
  entry: ArchiveEntry | undefined,
  name: string,
  schema: z.ZodMiniType<T>,
): Promise<T> {
  if (entry?.name === name) {
    const { success, data } = schema.safeParse(JSON.parse((await entry.bytes()).toString()));
    if (success) return data;
  }
  throw new ConfigurationError(`This is no backup of this version of Storeward: it has no valid ${name}.`);
}
