import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import { useT } from '../platform/i18n.ts';
import classes from './choice-dialog.module.css';
import { FieldError } from '../ui/field-error.tsx';
import { useReturnFocus } from '../ui/return-focus.ts';
import { useNarrow } from '../ui/viewport.ts';

type DialogOption = { readonly value: string; readonly label: string; readonly isDisabled?: boolean };

type Props = {
  readonly title: string;
  /** Name of the form field. */
  readonly name: string;
  readonly choices: readonly DialogOption[];
  readonly initialValue: string | null;
  readonly requiredMessage: string;
  /** Above the choices, such as why some are disabled. */
  readonly notice?: ReactNode;
  /** Without a value the dialog changes nothing. */
  readonly onClose: (value?: string) => void;
};

/** Selects one of several choices. That one is missing is said only after the user was in the field, or confirms. */
export function ChoiceDialog({ title, name, choices, initialValue, requiredMessage, notice, onClose }: Props) {
  const t = useT();
  const id = useId();
  useReturnFocus();
  const [value, setValue] = useState(initialValue);
  const [isTouched, setTouched] = useState(false);
  const isValid = value !== null;
  const showsError = !isValid && isTouched;
  const first = choices.find((choice) => choice.value === value) ?? choices.find(({ isDisabled }) => !isDisabled);

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    // the form of the page lies around the dialog in the tree of components
    event.stopPropagation();
    setTouched(true);
    if (isValid) onClose(value);
  }

  return (
    <Modal
      opened
      onClose={() => onClose()}
      closeOnClickOutside={false}
      title={title}
      size={420}
      fullScreen={useNarrow()}
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      <form className={classes.form} noValidate onSubmit={handleSubmit}>
        {notice && (
          <Text size="label" c="dimmed" mb="sm">
            {notice}
          </Text>
        )}
        <div className={classes.choices}>
          <Stack
            gap={0}
            role="radiogroup"
            aria-label={title}
            aria-required
            aria-invalid={showsError || undefined}
            aria-describedby={showsError ? id : undefined}
            onBlur={({ currentTarget, relatedTarget }) => {
              if (!currentTarget.contains(relatedTarget)) setTouched(true);
            }}
          >
            {choices.map((choice) => (
              <Radio
                key={choice.value}
                name={name}
                value={choice.value}
                label={choice.label}
                checked={choice.value === value}
                disabled={choice.isDisabled ?? false}
                classNames={{ root: classes.choice ?? '', body: classes.choiceBody ?? '' }}
                onChange={() => setValue(choice.value)}
                {...(choice === first && { 'data-autofocus': true })}
              />
            ))}
          </Stack>
        </div>
        <div id={id} className={classes.error} role="status">
          {showsError && <FieldError>{requiredMessage}</FieldError>}
        </div>
        <Group className={classes.footer ?? ''} justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onClose()}>
            {t('ui.action.cancel')}
          </Button>
          <Button type="submit">{t('ui.action.ok')}</Button>
        </Group>
      </form>
    </Modal>
  );
}
