import { PasswordInput, UnstyledButton } from '@mantine/core';
import { fieldKinds } from '@storeward/contract/settings/kinds/registry';
import { useState } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { ConfirmDialog } from '../../records/confirm-dialog.tsx';
import { FormattedMessage } from '../../records/formatted-message.tsx';
import { ReadOnlyFrame } from '../../ui/form/form.tsx';
import classes from '../section/section-field.module.css';
import { type ControlProps, defineView, inputProps, type StoredActionProps } from './field-view.ts';
import { asText } from '../../platform/text/loose-values.ts';

const mask = fieldKinds.secret.displayText(null) ?? '';

function SecretControl(props: ControlProps) {
  const t = useT();
  const { value, isSet, disabled, onChange } = props;
  if (value === null && !disabled && isSet)
    return (
      <ReadOnlyFrame>
        <span aria-hidden>{mask}</span> <span>{t('settings.secret.set')}</span>
        <UnstyledButton className={classes.action} ms="auto" onClick={() => onChange('')}>
          {t('settings.secret.replace')}
        </UnstyledButton>
      </ReadOnlyFrame>
    );
  if (disabled)
    return (
      <ReadOnlyFrame>
        {isSet ? <span aria-hidden>{mask}</span> : null} {t(isSet ? 'settings.secret.set' : 'settings.secret.notSet')}
      </ReadOnlyFrame>
    );
  return (
    <PasswordInput
      {...inputProps(props)}
      value={asText(value)}
      autoComplete="new-password"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Keeps a stored secret that the form replaces; else deletes it. */
function SecretAction({ label, nodeName, isReplaced, onKeep, onDelete }: StoredActionProps) {
  const t = useT();
  if (!isReplaced) return <DeleteSecret label={label} nodeName={nodeName} onDelete={onDelete} />;
  return (
    <UnstyledButton className={classes.action} aria-label={`${label}: ${t('settings.secret.keep')}`} onClick={onKeep}>
      {t('settings.secret.keep')}
    </UnstyledButton>
  );
}

/** Confirms the deletion of a secret, which cannot be restored. */
function DeleteSecret({ label, nodeName, onDelete }: Pick<StoredActionProps, 'label' | 'nodeName' | 'onDelete'>) {
  const t = useT();
  const [confirmOpened, setConfirmOpened] = useState(false);
  return (
    <>
      <UnstyledButton
        className={classes.action}
        aria-label={`${label}: ${t('settings.secret.delete')}`}
        onClick={() => setConfirmOpened(true)}
      >
        {t('settings.secret.delete')}
      </UnstyledButton>
      <ConfirmDialog
        opened={confirmOpened}
        title={t('settings.secret.deleteTitle')}
        message={<FormattedMessage phrase="settings.secret.deleteText" values={{ name: nodeName }} />}
        onNo={() => setConfirmOpened(false)}
        danger
        onYes={() => {
          setConfirmOpened(false);
          onDelete();
        }}
      />
    </>
  );
}

export const secretView = defineView({
  Control: SecretControl,
  copiesInherited: false,
  namesInherited: false,
  StoredAction: SecretAction,
});
