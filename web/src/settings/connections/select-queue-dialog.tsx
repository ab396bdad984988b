import { errorMessage, useT } from '../../platform/text/i18n.ts';
import { ChoiceDialog } from '../../records/choice-dialog.tsx';
import type { SelectDialogProps } from '../kinds/select-dialog.ts';
import { choiceText } from '../../platform/text/setting-labels.ts';

/** Selects the queue that transactions are exported to; the first is preselected. */
export function SelectQueueDialog({ choices, value, onClose }: SelectDialogProps) {
  const t = useT();
  return (
    <ChoiceDialog
      title={t('settings.selectQueue.title')}
      name="selectQueue"
      choices={choices.map((choice) => ({ value: choice, label: choiceText(choice, t) }))}
      initialValue={value ?? choices[0] ?? null}
      requiredMessage={errorMessage('field.required')}
      onClose={onClose}
    />
  );
}
