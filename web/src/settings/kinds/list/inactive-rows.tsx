import { Box, Button, Flex, Text } from '@mantine/core';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import { useId, useState } from 'react';
import { formatNumber, useT } from '../../../platform/text/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import lines from '../../../ui/list/lines.module.css';
import { TextButton } from '../../../ui/text-button.tsx';
import type { Translate } from '../field-view.ts';
import type { InactiveRow } from './row-changes.ts';
import { rowName } from '../../../platform/text/setting-rows.ts';
import { cellText } from '../../../platform/text/setting-values.ts';

type Props = {
  readonly rows: readonly InactiveRow[];
  readonly definition: SettingField;
  readonly disabled: boolean;
  readonly onRestore: (row: InactiveRow) => void;
};

function reasonText({ reason, nodeName, isOwn }: InactiveRow, t: Translate): string {
  if (reason === 'hidden')
    return isOwn ? t('settings.list.hiddenHere') : t('settings.list.hiddenBy', { name: nodeName });
  if (reason === 'shadowed') return t('settings.list.shadowed', { name: nodeName });
  if (reason === 'forbidden') return t('settings.origin.overruled', { name: nodeName });
  return t(`settings.list.dormant.${reason}`);
}

/** The rows that are stored and not in the list, each with the reason. */
export function InactiveRows({ rows, definition, disabled, onRestore }: Props) {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (rows.length === 0) return null;
  return (
    <Box pt="xs" fz="label">
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={16} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t('settings.list.aside', { count: rows.length, shown: formatNumber(rows.length) })}
      </Button>
      <ul id={id} hidden={!isOpen}>
        {rows.map((row, index) => {
          const name = rowName(definition, row, index, t);
          const actionText = t(row.reason === 'hidden' ? 'settings.list.show' : 'settings.list.removeShort');
          const texts = Object.entries(definition.columns ?? {}).map(([column, field]) =>
            cellText(field, row.values[column], t),
          );
          return (
            <Flex
              key={`${row.key} ${row.reason}`}
              component="li"
              className={lines.above ?? ''}
              wrap="wrap"
              align="baseline"
              gap="4px 16px"
              px="sm"
              py="xs"
            >
              <Text span inherit c="dimmed" flex="1 1 12rem">
                {Object.keys(row.values).length > 0 ? texts.join(' · ') : name}
              </Text>
              <Text span size="xs" c="dimmed">
                {reasonText(row, t)}
              </Text>
              {row.isOwn && !disabled && (
                <TextButton label={`${name}: ${actionText}`} onClick={() => onRestore(row)}>
                  {actionText}
                </TextButton>
              )}
            </Flex>
          );
        })}
      </ul>
    </Box>
  );
}
