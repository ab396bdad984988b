import { UserBulkTask } from '@storeward/contract/user-bulk';
import { formatNumber, useT } from '../platform/i18n.ts';
import { Details } from '../ui/details.tsx';
import classes from './user-columns.module.css';

/** Which role or place many users were given, and how many of them were left out. */
export function UserChangeAbout({ task: told }: { task: unknown }) {
  const t = useT();
  const parsed = UserBulkTask.safeParse(told);
  const { role, place, gone = 0 } = parsed.data ?? {};
  if (!role && !place && gone === 0) return null;
  return (
    <div className={classes.about}>
      <Details
        rows={[
          ...(role ? [{ label: t('users.field.role'), value: role.name }] : []),
          ...(place ? [{ label: t('users.field.place'), value: place.name }] : []),
          ...(gone > 0 ? [{ label: t('users.changes.gone'), value: formatNumber(gone) }] : []),
        ]}
      />
    </div>
  );
}
