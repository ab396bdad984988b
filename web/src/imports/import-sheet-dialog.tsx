import { Button, Modal } from '@mantine/core';
import { formatNumber, useT } from '../platform/i18n.ts';
import classes from './import-sheet-dialog.module.css';
import type { Sheet } from '../platform/workbook-sheet.ts';

type Props = { name: string; sheets: readonly Sheet[]; onChoose: (sheet: Sheet) => void; onClose: () => void };

/** Asks which sheet of a workbook is meant, where something stands in several. */
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
        {sheets.map((sheet, at) => (
          <li key={`${at} ${sheet.name}`}>
            <Button
              variant="default"
              classNames={{ root: classes.sheet, label: classes.name }}
              data-autofocus={at === 0 || undefined}
              fullWidth
              justify="space-between"
              onClick={() => onChoose(sheet)}
              rightSection={
                !sheet.fault && (
                  <span className={classes.rows}>
                    {t('imports.run.rows', { count: rowsOf(sheet), shown: formatNumber(rowsOf(sheet)) })}
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

/** How many rows a sheet has below its headings. */
const rowsOf = ({ rows }: Sheet) => Math.max(0, rows.size - 1);
