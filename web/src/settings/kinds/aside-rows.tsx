import { UnstyledButton } from '@mantine/core';
import type { SettingField } from '@storeward/contract/settings/section';
import { useId, useState } from 'react';
import { formatNumber, useT } from '../../platform/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import type { FieldParts, Translate } from './field-view.ts';
import classes from './list-control.module.css';
import type { AsideRow } from './row-changes.ts';
import { cellText, rowName } from './row-text.ts';

type Props = {
  readonly rows: readonly AsideRow[];
  readonly definition: SettingField;
  readonly parts: FieldParts;
  readonly disabled: boolean;
  readonly onRestore: (row: AsideRow) => void;
};

function reasonText({ reason, nodeName, isOwn }: AsideRow, t: Translate): string {
  if (reason === 'hidden')
    return isOwn ? t('settings.list.hiddenHere') : t('settings.list.hiddenBy', { name: nodeName });
  if (reason === 'shadowed') return t('settings.list.shadowed', { name: nodeName });
  return t(`settings.list.dormant.${reason}`);
}

/** The rows that are stored and not in the list, each with the reason. */
export function AsideRows({ rows, definition, parts, disabled, onRestore }: Props) {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (rows.length === 0) return null;
  return (
    <div className={classes.aside}>
      <UnstyledButton
        className={classes.asideToggle}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={16} />
        {t('settings.list.aside', { count: rows.length, shown: formatNumber(rows.length) })}
      </UnstyledButton>
      <ul id={id} hidden={!isOpen}>
        {rows.map((row, index) => {
          const name = rowName(definition, parts, row, index, t);
          const actionText = t(row.reason === 'hidden' ? 'settings.list.show' : 'settings.list.removeShort');
          const texts = Object.entries(definition.columns ?? {}).map(([column, field]) =>
            cellText(parts, field, row.values[column], t),
          );
          return (
            <li key={`${row.key} ${row.reason}`} className={classes.asideRow} data-changed={row.isChanged || undefined}>
              <span className={classes.asideText}>{Object.keys(row.values).length > 0 ? texts.join(' · ') : name}</span>
              <span className={classes.asideReason}>{reasonText(row, t)}</span>
              {row.isOwn && !disabled && (
                <UnstyledButton
                  className={classes.asideAction}
                  aria-label={`${name}: ${actionText}`}
                  onClick={() => onRestore(row)}
                >
                  {actionText}
                </UnstyledButton>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
