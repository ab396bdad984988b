import { Checkbox } from '@mantine/core';
import { useT } from '../platform/i18n.ts';
import classes from './access-rights-grid.module.css';

type Props = { rights: readonly string[]; kept: readonly string[]; onChange?: (kept: string[]) => void };

/** Rights that were given by an earlier version and mean nothing today: kept until somebody takes them away. */
export function UnknownRights({ rights, kept, onChange }: Props) {
  const t = useT();
  return (
    <div role="group" aria-label={t('roles.unknown.title')}>
      <h4 className={classes.subject}>{t('roles.unknown.title')}</h4>
      <p className={classes.quiet}>{t('roles.unknown.text')}</p>
      <div className={classes.rights}>
        {rights.map((right) => (
          <Checkbox
            key={right}
            classNames={{ root: classes.right ?? '', label: classes.label ?? '' }}
            label={<code>{right}</code>}
            checked={kept.includes(right)}
            disabled={!onChange}
            onChange={(event) => {
              const on = event.currentTarget.checked;
              onChange?.(rights.filter((one) => (one === right ? on : kept.includes(one))));
            }}
          />
        ))}
      </div>
    </div>
  );
}
