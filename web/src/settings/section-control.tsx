import { PasswordInput, Select, Switch, TextInput, UnstyledButton } from '@mantine/core';
import type { SettingField } from '@storeward/contract/settings/section';
import type { ReactNode } from 'react';
import { PicturePicker } from '../files/picture-picker.tsx';
import { uploadPicture } from '../files/queries.ts';
import { useT } from '../platform/i18n.ts';
import classes from './section-field.module.css';
import { choiceText } from './section-words.ts';

type Props = {
  declared: SettingField;
  label: string;
  value: unknown;
  /** Of a secret, whether there is one. */
  isSet: boolean;
  error: ReactNode;
  disabled: boolean;
  onChange: (value: unknown) => void;
  onBlur: () => void;
};

/** The control that a kind of setting is filled in with. */
export function SectionControl({ declared, label, value, isSet, error, disabled, onChange, onBlur }: Props) {
  const t = useT();
  const text = typeof value === 'string' ? value : '';
  const common = { 'aria-label': label, disabled, error, onBlur };
  switch (declared.kind) {
    case 'switch':
      return (
        <Switch
          {...common}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <Select
          {...common}
          data={(declared.choices ?? []).map((choice) => ({ value: choice, label: choiceText(choice, t) }))}
          value={text || null}
          placeholder={t('settings.value.none')}
          searchable
          nothingFoundMessage={t('settings.choice.nothingFound')}
          onChange={onChange}
        />
      );
    case 'secret':
      if (value === null && !disabled && isSet)
        return (
          <div className={classes.secret}>
            <span aria-hidden>••••••</span> <span>{t('settings.secret.set')}</span>
            <UnstyledButton className={classes.action} onClick={() => onChange('')}>
              {t('settings.secret.replace')}
            </UnstyledButton>
          </div>
        );
      if (disabled)
        return (
          <div className={classes.secret} data-quiet>
            {isSet ? <span aria-hidden>••••••</span> : null}{' '}
            {t(isSet ? 'settings.secret.set' : 'settings.secret.notSet')}
          </div>
        );
      return (
        <PasswordInput
          {...common}
          value={text}
          autoComplete="off"
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    case 'picture':
      return (
        <PicturePicker
          label={label}
          value={text || null}
          disabled={disabled}
          upload={uploadPicture}
          onChange={onChange}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          value={text}
          autoComplete="off"
          spellCheck={false}
          placeholder={declared.kind === 'duration' ? 'hh:mm:ss' : t('settings.value.none')}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
  }
}
