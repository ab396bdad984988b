import { Box, Text } from '@mantine/core';
import { useT } from '../../../platform/text/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { keyName } from '../engine/hotkey-text.ts';
import classes from './hotkey-designer.module.css';
import type { InactiveRow } from '../../kinds/list/row-changes.ts';

type Props = {
  readonly rows: readonly InactiveRow[];
  readonly columns: number;
  readonly language: string;
  readonly disabled: boolean;
  readonly onShow: (key: string) => void;
};

/** The keys of a page or folder that are hidden, behind those that the till shows. */
export function HiddenKeys({ rows, columns, language, disabled, onShow }: Props) {
  const t = useT();
  if (rows.length === 0) return null;
  return (
    <Box
      component="ul"
      className={`${classes.line} ${classes.hidden}`}
      aria-label={t('settings.designer.count.hidden')}
      style={{ '--columns': columns }}
    >
      {rows.map((row) => (
        <li key={row.key}>
          <Text span size="xs" td="line-through" maw="100%" dir="auto">
            {keyName(row, language)}
          </Text>
          <span className={classes.keyState}>
            <Icon name="eye-off" size={12} />
            {t('settings.designer.hiddenHere')}
          </span>
          {!disabled && row.isOwn && (
            <TextButton label={`${keyName(row, language)}: ${t('settings.list.show')}`} onClick={() => onShow(row.key)}>
              {t('settings.list.show')}
            </TextButton>
          )}
        </li>
      ))}
    </Box>
  );
}
