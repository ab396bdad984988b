import { Permission } from '@storeward/contract/access';
import { modules } from '@storeward/contract/modules';
import type { t as translate } from './i18n.ts';

const rightKinds = ['access', 'list_setting', 'view_setting', 'create_setting', 'edit_setting'] as const;

/** The label of a right in the current language; its short name if there is none. */
export function permissionLabel(shortName: string, t: typeof translate): string {
  const permission = Permission.safeParse(shortName.toUpperCase()).data;
  if (permission) return t(`app.right.${permission}`);
  const module = modules.find(({ code }) => code !== undefined && shortName.startsWith(`${code}_`));
  const rightKind = rightKinds.find((candidate) => shortName === `${module?.code}_${candidate}`);
  return module && rightKind ? t(`app.moduleRight.${rightKind}`, { module: module.name }) : shortName;
}
