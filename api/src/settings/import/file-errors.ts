import { isVideoAddress, imageError } from '@storeward/contract/media-types';
import { ruledFiles } from '@storeward/contract/settings/kinds/registry';
import { fieldOf, type SectionError } from '@storeward/contract/settings/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { listUploadSizes } from '../../files/queries.ts';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';

/**
 * The errors of the files that changed values name, in fields with a rule for images: files that are not stored, and
 * images that violate the rule. Images whose size was not recorded at upload are accepted.
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
  return files.flatMap(({ field, path, address, imageRule }): SectionError[] => {
    const size = sizes.get(address);
    const where = path ? `${field}.${path}` : field;
    if (!size) return [{ field: where, code: 'field.fileUnknown' }];
    const { width, height } = size;
    if (isVideoAddress(address) || width === null || height === null) return [];
    const code = imageError({ width, height }, imageRule);
    return code ? [{ field: where, code }] : [];
  });
}
