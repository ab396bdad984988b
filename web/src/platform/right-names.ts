import { Permission } from '@storeward/contract/access';
import { modules } from '@storeward/contract/modules';
import type { t as say } from './i18n.ts';

const kinds = ['access', 'list_setting', 'view_setting', 'create_setting', 'edit_setting'] as const;

/** What a right is called in the reader's language; its own name where we have none for it. */
export function rightName(shortName: string, t: typeof say): string {
  const permission = Permission.safeParse(shortName.toUpperCase()).data;
  if (permission) return t(`app.right.${permission}`);
  const module = modules.find(({ code }) => code !== undefined && shortName.startsWith(`${code}_`));
  const kind = kinds.find((word) => shortName === `${module?.code}_${word}`);
  return module && kind ? t(`app.moduleRight.${kind}`, { module: module.name }) : shortName;
}
