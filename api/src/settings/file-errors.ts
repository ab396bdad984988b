import { isVideoAddress, pictureError } from '@storeward/contract/media-types';
import { ruledFiles } from '@storeward/contract/settings/kinds/registry';
import { fieldOf, type SectionError } from '@storeward/contract/settings/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { listUploadSizes } from '../files/queries.ts';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';

/**
 * The errors of the files that changed values name, in fields with a rule for pictures: files that are not stored, and pictures
 * that do not fit. The size of files from before it was recorded is not judged.
 */
export async function fileErrors(
  db: Db,
  scope: Scope,
  name: SectionName,
  values: Readonly<Record<string, unknown>>,
): Promise<SectionError[]> {
  const files = Object.entries(values).flatMap(([field, value]) => {
    const definition = fieldOf(sectionOf(name), field);
    return definition ? ruledFiles(definition, value).map((file) => ({ ...file, field })) : [];
  });
  if (files.length === 0) return [];
  const uploads = await listUploadSizes(
    db,
    scope,
    files.map(({ address }) => address),
  );
  const sizes = new Map(uploads.map((upload) => [upload.address, upload]));
  return files.flatMap(({ field, path, address, picture }): SectionError[] => {
    const size = sizes.get(address);
    const where = path ? `${field}.${path}` : field;
    if (!size) return [{ field: where, code: 'field.fileUnknown' }];
    const { width, height } = size;
    if (isVideoAddress(address) || width === null || height === null) return [];
    const code = pictureError({ width, height }, picture);
    return code ? [{ field: where, code }] : [];
  });
}
