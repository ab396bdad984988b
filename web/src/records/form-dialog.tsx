import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { errorText } from '../platform/text/error-text.tsx';
import { useT } from '../platform/text/i18n.ts';
import { Modal } from '../ui/dialog/modal.tsx';

type FieldsProps = {
  /** Of the form as a whole; the error of a field is shown at the field. */
  readonly error?: ReactNode;
  readonly submitLabel: string;
  readonly isBusy?: boolean;
  readonly canSubmit?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

type FrameProps = {
  readonly title: ReactNode;
  readonly size?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Dialog of a form that asks for a few values. Enter submits it, and never a form of the page behind it. */
export function FormDialog({ title, size, onSubmit, ...fields }: FieldsProps & FrameProps & { onSubmit: () => void }) {
  return (
    <FormFrame title={title} onClose={fields.onClose} {...(size && { size })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // in React's component tree the dialog can be inside another form
          event.stopPropagation();
          onSubmit();
        }}
      >
        <FormFields {...fields} />
      </form>
    </FormFrame>
  );
}

export function FormFrame({ title, size, onClose, children }: FrameProps) {
  const t = useT();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
      {...(size && { size })}
    >
      {children}
    </Modal>
  );
}

/** The fields of a dialog, the error of its form, and its buttons. */
export function FormFields({ error, submitLabel, isBusy = false, canSubmit = true, onClose, children }: FieldsProps) {
  const t = useT();
  return (
    <Stack>
      {children}
      {error && (
        <Text role="alert" c="danger">
          {error}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('ui.action.cancel')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={!canSubmit}>
          {submitLabel}
        </Button>
      </Group>
    </Stack>
  );
}

/** The text of what a request failed with, if it failed. */
export const failureText = (error: Error | null | undefined): ReactNode => {
  if (!error) return undefined;
  const { code, message } = error instanceof ApiError ? error : new ApiError(0);
  return errorText(code, message);
};
