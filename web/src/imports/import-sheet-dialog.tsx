import { Button, Flex, Text } from '@mantine/core';
import { formatNumber, useT } from '../platform/text/i18n.ts';
import classes from './import-sheet-dialog.module.css';
import type { Sheet } from '../platform/workbook/workbook-sheet.ts';
import { Modal } from '../ui/dialog/modal.tsx';

type Props = { name: string; sheets: readonly Sheet[]; onChoose: (sheet: Sheet) => void; onClose: () => void };

/** Chooses the sheet of a workbook in which several sheets have rows. */
export function ImportSheetDialog({ name, sheets, onChoose, onClose }: Props) {
  const t = useT();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('imports.sheet.title')}
      size="28rem"
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <Text c="dimmed" mb="md">
        {t('imports.sheet.text', { file: name })}
      </Text>
      <Flex component="ul" direction="column" gap="xs">
        {sheets.map((sheet, index) => (
          <li key={`${index} ${sheet.name}`}>
            <Button
              variant="default"
              classNames={{ root: classes.sheet }}
              styles={{ label: { textAlign: 'start', whiteSpace: 'normal', overflowWrap: 'anywhere' } }}
              data-autofocus={index === 0 || undefined}
              fullWidth
              justify="space-between"
              onClick={() => onChoose(sheet)}
              rightSection={
                !sheet.error && (
                  <Text span inherit c="dimmed" fw="var(--weight-regular)">
                    {t('imports.run.rows', { count: dataRowCount(sheet), shown: formatNumber(dataRowCount(sheet)) })}
                  </Text>
                )
              }
            >
              {sheet.isHidden ? t('imports.sheet.hidden', { sheet: sheet.name }) : sheet.name}
            </Button>
          </li>
        ))}
      </Flex>
    </Modal>
  );
}

/** Number of rows below the headings. */
const dataRowCount = ({ rows }: Sheet) => Math.max(0, rows.size - 1);
