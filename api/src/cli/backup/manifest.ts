import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { ConfigurationError } from '../../platform/environment/configuration-error.ts';
import type { SignedRecord } from '../../audit/signed-records.ts';
import { deriveKey } from '../../platform/security/keys.ts';
import type { ArchiveEntry } from './archive.ts';

export const manifestName = 'manifest.json';
export const checksumsName = 'checksums.json';
/** The last file: the code that only the secret key makes of all files before. */
export const codeName = 'authentication';
export const auditFolder = 'audit/';
export const filesFolder = 'files/';

/** The folder with the files of an organisation, or of all of them. */
export const filesOf = (orgId: string | undefined): string => (orgId ? `${filesFolder}${orgId}/` : filesFolder);

/** Whether a signed record belongs in the backup of an organisation; the public keys are of the installation. */
export const isRecordOf = (orgId: string, record: SignedRecord): boolean =>
  record.type === 'key' || record.orgId === orgId;

/** The number of the format, which a version with other files or another manifest increases. */
export const format = 1;

/** The organisation that a backup holds alone, with what no two organisations of an installation share. */
const BackupOrganisation = z.object({
  orgId: z.uuid(),
  name: z.string(),
  code: z.string(),
  hosts: z.array(z.string()),
  domains: z.array(z.string()),
});
export type BackupOrganisation = z.infer<typeof BackupOrganisation>;

/** The first file of a backup: what made it, and what its tables are. */
export const Manifest = z.object({
  format: z.literal(format),
  version: z.string(),
  createdDate: z.string(),
  /** The id of the public key that belongs to the secret key of the installation, which is not part of the backup. */
  keyId: z.string(),
  release: z.int(),
  steps: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  files: z.boolean(),
  /** Absent in the backup of a whole installation. */
  organisation: z.optional(BackupOrganisation),
});
export type Manifest = z.infer<typeof Manifest>;

/** What the rows and files of a backup have to be once they are restored. */
export const Checksums = z.object({
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  tables: z.array(z.object({ orgId: z.string(), table: z.string(), rows: z.int(), sum: z.string() })),
  organisations: z.array(z.object({ orgId: z.string(), rows: z.int(), checksum: z.string() })),
  files: z.array(z.object({ name: z.string(), size: z.int(), sha256: z.string() })),
});
export type Checksums = z.infer<typeof Checksums>;

/** What the manifest of every format has. */
const AnyManifest = z.looseObject({ format: z.int(), version: z.string() });

/** Parses the manifest; throws `ConfigurationError` if it is none, or has the format of another version. */
export async function parseManifest(entry: ArchiveEntry | undefined): Promise<Manifest> {
  const found = await parseEntry(entry, manifestName, AnyManifest);
  if (found.format !== format)
    throw new ConfigurationError(
      `The backup was made by version ${found.version}, in a format that this version does not read. Restore it with that version.`,
    );
  return parsed(found, manifestName, Manifest);
}

/** Parses a file of a backup; throws `ConfigurationError` if it is none. */
export async function parseEntry<T>(
  entry: ArchiveEntry | undefined,
  name: string,
  schema: z.ZodMiniType<T>,
): Promise<T> {
  return parsed(entry?.name === name ? jsonOf(await entry.bytes()) : undefined, name, schema);
}

function parsed<T>(value: unknown, name: string, schema: z.ZodMiniType<T>): T {
  const { success, data } = schema.safeParse(value);
  if (success) return data;
  throw new ConfigurationError(`This is no backup of this version of Storeward: it has no valid ${name}.`);
}

/** The value of a JSON text; undefined for any other text. */
function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** The code of the files with this digest, so that a backup that was changed is found out. */
export const authenticationCode = (secretKey: Uint8Array, digest: Buffer): string =>
  createHmac('sha256', deriveKey(secretKey, 'backups')).update(digest).digest('hex');
