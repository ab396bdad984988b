import { Button, Group, Stack, Text } from '@mantine/core';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import { Modal } from '../ui/dialog/modal.tsx';
import type { HiddenParts } from './import-wizard.ts';

type Props = { hidden: HiddenParts; onChoose: (onlyVisible: boolean) => void; onClose: () => void };

/** Chooses whether hidden rows and columns of a sheet are imported too. */
export function ImportHiddenDialog({ hidden: { rowCount, hiddenCount, columns }, onChoose, onClose }: Props) {
  const t = useT();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('imports.hidden.title')}
      size="30rem"
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <Stack gap="xs" mb="md">
        {hiddenCount > 0 && (
          <Text>
            {t('imports.hidden.rows', {
              count: hiddenCount,
              shown: formatNumber(hiddenCount),
              total: formatNumber(rowCount),
            })}
          </Text>
        )}
        {columns.length > 0 && (
          <Text>{t('imports.hidden.columns', { count: columns.length, columns: columns.join(', ') })}</Text>
        )}
      </Stack>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => onChoose(true)}>
          {t('imports.hidden.onlyVisible')}
        </Button>
        <Button data-autofocus onClick={() => onChoose(false)}>
          {t('imports.hidden.everything')}
        </Button>
      </Group>
    </Modal>
  );
}
