import { Checkbox } from '@mantine/core';
import { useT } from '../platform/i18n.ts';
import classes from './access-rights-grid.module.css';

type Props = { rights: readonly string[]; selected: readonly string[]; onChange?: (selected: string[]) => void };

/** Rights of an earlier version that no longer exist. They have no effect and stay stored until removed. */
export function UnknownRights({ rights, selected, onChange }: Props) {
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
            checked={selected.includes(right)}
            disabled={!onChange}
            onChange={(event) => {
              const isSelected = event.currentTarget.checked;
              onChange?.(
                rights.filter((candidate) => (candidate === right ? isSelected : selected.includes(candidate))),
              );
            }}
          />
        ))}
      </div>
    </div>
  );
}
