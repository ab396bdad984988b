import { Box, Button, Radio, Stack, Text } from '@mantine/core';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx';
import frame from '../ui/dialog/dialog.module.css';
import { FieldError } from '../ui/form/field-error.tsx';
import { useNarrow } from '../ui/page/viewport.ts';
import { Modal } from '../ui/dialog/modal.tsx';
import { afterPress } from '../ui/dialog/after-press.ts';

/** Up to this number of choices a dialog on a phone does not fill the screen. */
const maxCentred = 6;

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
  /** Called without a value if the dialog was cancelled. */
  readonly onClose: (value?: string) => void;
};

/** Selects one of several choices. A missing choice is reported only after the field was left, or on confirmation. */
export function ChoiceDialog({ title, name, choices, initialValue, requiredMessage, notice, onClose }: Props) {
  const t = useT();
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow();
  const [value, setValue] = useState(initialValue);
  const [isTouched, setTouched] = useState(false);
  const isValid = value !== null;
  const showsError = !isValid && isTouched;
  const first = choices.find((choice) => choice.value === value) ?? choices.find(({ isDisabled }) => !isDisabled);

  // a choice that becomes possible after the dialog has opened then gets the focus
  const isPossible = first !== undefined;
  useEffect(() => {
    if (isPossible) group.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [isPossible]);

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    // the page's form contains the dialog in React's component tree
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
      fullScreen={isNarrow && choices.length > maxCentred}
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
      classNames={{ content: frame.content ?? '', body: frame.body ?? '' }}
    >
      <form className={frame.body} noValidate onSubmit={handleSubmit}>
        {notice && (
          <Text size="label" c="dimmed" mb="sm">
            {notice}
          </Text>
        )}
        {/* without a choice to focus, the keyboard scrolls the list itself */}
        <Box flex={1} mih={0} mx={-16} px={16} style={{ overflow: 'auto' }} {...(!isPossible && { tabIndex: 0 })}>
          <Stack
            ref={group}
            gap={0}
            role="radiogroup"
            aria-label={title}
            aria-required
            aria-invalid={showsError || undefined}
            aria-describedby={showsError ? id : undefined}
            onBlur={({ currentTarget, relatedTarget }) => {
              if (!currentTarget.contains(relatedTarget)) afterPress(() => setTouched(true));
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
                py={2}
                styles={{ body: { minHeight: '2.25rem' } }}
                onChange={() => setValue(choice.value)}
                {...(choice === first && { 'data-autofocus': true })}
              />
            ))}
          </Stack>
        </Box>
        {/* reserves the height of the message, so that it moves no button that is being clicked */}
        <Box id={id} mih="1.75rem" pt={4} role="status">
          {showsError && <FieldError>{requiredMessage}</FieldError>}
        </Box>
        <DialogFooter>
          <Button variant="default" onClick={() => onClose()}>
            {t('ui.action.cancel')}
          </Button>
          <Button type="submit">{t('ui.action.ok')}</Button>
        </DialogFooter>
      </form>
    </Modal>
  );
}
