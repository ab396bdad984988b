import { Button, Modal } from '@mantine/core';
import { formatNumber, useT } from '../platform/i18n.ts';
import classes from './import-sheet-dialog.module.css';
import type { Sheet } from '../platform/workbook-sheet.ts';

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
      <p className={classes.text}>{t('imports.sheet.text', { file: name })}</p>
      <ul className={classes.sheets}>
        {sheets.map((sheet, index) => (
          <li key={`${index} ${sheet.name}`}>
            <Button
              variant="default"
              classNames={{ root: classes.sheet, label: classes.name }}
              data-autofocus={index === 0 || undefined}
              fullWidth
              justify="space-between"
              onClick={() => onChoose(sheet)}
              rightSection={
                !sheet.error && (
                  <span className={classes.rows}>
                    {t('imports.run.rows', { count: dataRowCount(sheet), shown: formatNumber(dataRowCount(sheet)) })}
                  </span>
                )
              }
            >
              {sheet.name}
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

/** Number of rows below the headings. */
const dataRowCount = ({ rows }: Sheet) => Math.max(0, rows.size - 1);
