import { Button, Text, Title } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import classes from './file-drop.module.css';
import { Icon } from '../icon.tsx';

type Props = {
  title: string;
  text: ReactNode;
  /** The extensions of the files by media type. */
  accept: Readonly<Record<string, readonly string[]>>;
  label: string;
  busy: boolean;
  onFile: (file: File) => void;
};

/** Drop zone with a button that opens the file dialog; Mantine's Dropzone is one focusable area without a label. */
export function FileDrop({ title, text, accept, label, busy, onFile }: Props) {
  const id = useId();
  const openDialog = useRef<() => void>(null);
  return (
    <section aria-labelledby={id}>
      <Dropzone
        // the button opens the dialog: a single focusable, labelled element instead of a whole area
        activateOnClick={false}
        activateOnKeyboard={false}
        openRef={openDialog}
        accept={accept}
        multiple={false}
        disabled={busy}
        onDropAny={([file], [rejected]) => {
          // a file of another type is passed on as well, so that the field can show why it is not accepted
          const chosen = file ?? rejected?.file;
          if (chosen) onFile(chosen);
        }}
        onDrop={() => undefined}
        classNames={{ root: classes.area!, inner: classes.content! }}
        radius="md"
        enablePointerEvents
      >
        <Icon name="upload" size={24} />
        <Title order={2} id={id}>
          {title}
        </Title>
        <Text c="dimmed" maw="34rem" mb="xs" textWrap="balance">
          {text}
        </Text>
        <Button loading={busy} onClick={() => openDialog.current?.()}>
          {label}
        </Button>
      </Dropzone>
    </section>
  );
}
