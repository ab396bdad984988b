import { readArchive, writeArchive } from './archive.ts';
import { Checksums, checksumsName, Manifest, manifestName } from './manifest.ts';

export async function checksumsIn(file: string): Promise<Checksums> {
  for await (const entry of readArchive(file))
    if (entry.name === checksumsName) return Checksums.parse(JSON.parse((await entry.bytes()).toString()));
  throw new Error('no checksums');
}

/** A file of a backup. */
type BackupFile = { readonly name: string; readonly bytes: Buffer | string };

/** Writes a backup again, with some of its files changed. */
export async function changeBackup(
  from: string,
  to: string,
  change: (file: { readonly name: string; readonly bytes: Buffer }) => Partial<BackupFile> | undefined,
): Promise<string> {
  await writeArchive(to, async (archive) => {
    for await (const entry of readArchive(from)) {
      const file = { name: entry.name, bytes: await entry.bytes() };
      const { name, bytes }: BackupFile = { ...file, ...change(file) };
      await archive.add(name, bytes);
    }
  });
  return to;
}

/** Writes a backup again with another manifest, and everything else as it was. */
export const changeManifest = (from: string, to: string, change: (manifest: Manifest) => object): Promise<string> =>
  changeBackup(from, to, ({ name, bytes }) =>
    name === manifestName ? { bytes: JSON.stringify(change(Manifest.parse(JSON.parse(bytes.toString())))) } : undefined,
  );
