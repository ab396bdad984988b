import { isVideoAddress, imageError } from '@storeward/contract/media-types';
import { ruledFiles } from '@storeward/contract/settings/kinds/registry';
import { fieldOf, type SectionError } from '@storeward/contract/settings/engine/section';
import { sectionOf } from '@storeward/contract/settings/sections';
import { listUploadSizes } from '../../files/queries.ts';
import type { Scope } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/db.ts';
import type { SectionUpdate } from './plan.ts';

/**
 * The errors of the files that changed values name, in fields with a rule for images, for each of some updates: files
 * that are not stored, and images that violate the rule. Images whose size was not recorded at upload are accepted.
 */
export async function fileErrors(
  db: Db,
  scope: Scope,
  updates: readonly Pick<SectionUpdate, 'section' | 'after'>[],
): Promise<SectionError[][]> {
  const filesOf = updates.map(({ section, after }) =>
    Object.entries(after).flatMap(([field, desired]) => {
      const definition = desired ? fieldOf(sectionOf(section), field) : undefined;
      return definition ? ruledFiles(definition, desired!.value).map((file) => ({ ...file, field })) : [];
    }),
  );
  const addresses = [...new Set(filesOf.flat().map(({ address }) => address))];
  if (addresses.length === 0) return updates.map(() => []);
  const uploads = await listUploadSizes(db, scope, addresses);
  const sizes = new Map(uploads.map((upload) => [upload.address, upload]));
  return filesOf.map((files) =>
    files.flatMap(({ field, path, address, imageRule }): SectionError[] => {
      const size = sizes.get(address);
      const where = path ? `${field}.${path}` : field;
      if (!size) return [{ field: where, code: 'field.fileUnknown' }];
      const { width, height } = size;
      if (isVideoAddress(address) || width === null || height === null) return [];
      const code = imageError({ width, height }, imageRule);
      return code ? [{ field: where, code }] : [];
    }),
  );
}
