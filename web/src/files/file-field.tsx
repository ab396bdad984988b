import { Box, Button, type ButtonProps, Flex, Group, Progress, Text } from '@mantine/core';
import type { MediaFile } from '@storeward/contract/files/media-library';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { hasPermission, useSession } from '../platform/session/session.ts';
import { FieldError } from '../ui/form/field-error.tsx';
import { Icon } from '../ui/icon.tsx';
import classes from './image-picker.module.css';
import type { FileUpload } from './file-upload.ts';
import { LibraryDialog, type LibraryRule } from './library-dialog.tsx';

type Props = {
  label: string;
  value: string | null;
  onChange: (address: string | null) => void;
  upload: FileUpload;
  /** The label of the button as long as there is no file. */
  chooseLabel: string;
  /** Value of the `accept` attribute. */
  accept: string;
  /** The files of the media library that the field accepts. */
  library: LibraryRule;
  disabled: boolean;
  preview: ReactNode;
  children?: ReactNode;
};

/** The field of a file: its preview, and the buttons to drop, choose, take from the media library, replace and remove it. */
export function FileField(props: Props) {
  const { label, value, onChange, upload, chooseLabel, accept, library, disabled, preview, children } = props;
  const t = useT();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isDragOver, setDragOver] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const hasLibrary = useSession().level !== 'GLOBAL' && hasPermission(['LIST_SETTING']);
  const hasProgress = upload.progress !== undefined;

  const action = (name: string, text: string, button: ButtonProps & { onClick: () => void }) => (
    <Button
      id={`${id}-${name}`}
      aria-labelledby={`${id} ${id}-${name}`}
      size="xs"
      h="auto"
      mih="var(--button-height)"
      styles={{ label: { whiteSpace: 'normal' } }}
      {...button}
    >
      {text}
    </Button>
  );

  return (
    <Flex
      className={classes.field ?? ''}
      align="center"
      wrap="wrap"
      gap="sm"
      p="xs"
      bdrs="md"
      role="group"
      aria-labelledby={id}
      data-over={(isDragOver && !disabled) || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDragOver(false);
        if (!disabled) upload.start(event.dataTransfer.files[0]);
      }}
    >
      {preview}
      {/* below the preview where its buttons would not fit beside it */}
      <Box flex="1 1 12rem" miw={0}>
        <Text id={id} size="label" fw="var(--weight-medium)">
          {label}
        </Text>
        {hasProgress && <Progress value={upload.progress * 100} mt={6} aria-label={t('files.upload.progress')} />}
        <Group gap={4} mt={6}>
          <input
            ref={input}
            type="file"
            accept={accept}
            hidden
            aria-hidden
            tabIndex={-1}
            onChange={(event) => {
              upload.start(event.currentTarget.files?.[0]);
              event.currentTarget.value = ''; // allows choosing the same file again after it was corrected
            }}
          />
          {hasProgress
            ? action('cancel', t('files.upload.cancel'), { variant: 'default', onClick: upload.cancel })
            : action('choose', value ? t('files.image.replace') : chooseLabel, {
                variant: 'default',
                leftSection: <Icon name="upload" size={14} />,
                loading: upload.isBusy,
                disabled,
                onClick: () => input.current?.click(),
              })}
          {hasLibrary &&
            !disabled &&
            !upload.isBusy &&
            action('library', t('files.library.choose'), {
              variant: 'default',
              leftSection: <Icon name="grid" size={14} />,
              onClick: () => setChoosing(true),
            })}
          {value &&
            !disabled &&
            !hasProgress &&
            action('remove', t('files.image.remove'), {
              variant: 'subtle',
              color: 'gray',
              disabled: upload.isBusy,
              onClick: () => onChange(null),
            })}
          {upload.retry && action('retry', t('files.upload.retry'), { variant: 'subtle', onClick: upload.retry })}
        </Group>
        {upload.error && (
          <Text size="xs" mt={6} role="alert">
            <FieldError>{upload.error}</FieldError>
          </Text>
        )}
        {children}
      </Box>
      {isChoosing && (
        <LibraryDialog
          title={label}
          rule={library}
          onClose={(file?: MediaFile) => {
            setChoosing(false);
            if (file) onChange(file.Location);
          }}
        />
      )}
    </Flex>
  );
}
