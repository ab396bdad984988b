import { Flex, VisuallyHidden } from '@mantine/core';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import { useT } from '../../../platform/text/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import type { FieldParts } from '../field-view.ts';
import classes from './list-control.module.css';
import type { RowActions } from './row-actions.ts';
import type { InactiveRow } from './row-changes.ts';
import { rowName, splitColumns } from '../../../platform/text/setting-rows.ts';
import { cellText } from '../../../platform/text/setting-values.ts';

type Props = {
  readonly row: InactiveRow;
  readonly rowIndex: number;
  readonly definition: SettingField;
  readonly parts: FieldParts;
  readonly disabled: boolean;
  readonly isOpen: boolean;
  readonly actions: RowActions;
};

/** A hidden row, shown at the position that it would have. */
export function HiddenRow({ row, rowIndex, definition, parts, disabled, isOpen, actions }: Props) {
  const t = useT();
  const name = rowName(definition, row, rowIndex, t);
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      data-row={row.key}
      data-hidden
      data-changed={row.isChanged || undefined}
      data-open={isOpen || undefined}
      className={classes.row}
    >
      <span role="cell" className={classes.position}>
        <span aria-hidden>–</span>
        <VisuallyHidden>{t('settings.list.operation.hidden')}</VisuallyHidden>
      </span>
      {splitColumns(definition).cells.map(([column, field]) => (
        <span key={column} role="cell" className={classes.cell}>
          <span className={classes.cellLabel} aria-hidden>
            {parts.label(column)}
          </span>
          <span>{cellText(field, row.values[column], t)}</span>
        </span>
      ))}
      <span role="cell" className={classes.origin}>
        <Flex component="span" align="center" gap={6} fz="xs" lh="xs">
          <Icon name="eye-off" size={12} />
          <span>{row.isOwn ? t('settings.list.hiddenHere') : t('settings.list.hiddenBy', { name: row.nodeName })}</span>
        </Flex>
      </span>
      <span role="cell" className={classes.actions}>
        {row.isOwn && !disabled && (
          <TextButton label={`${name}: ${t('settings.list.show')}`} onClick={() => actions.restore(row)}>
            {t('settings.list.show')}
          </TextButton>
        )}
      </span>
    </div>
  );
}
