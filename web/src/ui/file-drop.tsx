import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import classes from './file-drop.module.css';
import { Icon } from './icon.tsx';

type Props = {
  title: string;
  text: ReactNode;
  /** The extensions of the files by media type. */
  accept: Readonly<Record<string, readonly string[]>>;
  label: string;
  busy: boolean;
  onFile: (file: File) => void;
};

/** Drop zone with a button that opens the file dialog. */
export function FileDrop({ title, text, accept, label, busy, onFile }: Props) {
  const id = useId();
  const openDialog = useRef<() => void>(null);
  return (
    <section aria-labelledby={id}>
      <Dropzone
        // the button opens the dialog: one element that is focused and named, instead of a whole area
        activateOnClick={false}
        activateOnKeyboard={false}
        openRef={openDialog}
        accept={accept}
        multiple={false}
        disabled={busy}
        onDropAny={([file], [rejected]) => {
          // a file of another kind is opened as well: what is wrong with it is said in words
          const chosen = file ?? rejected?.file;
          if (chosen) onFile(chosen);
        }}
        onDrop={() => undefined}
        classNames={{ root: classes.area!, inner: classes.content! }}
        enablePointerEvents
      >
        <Icon name="upload" size={24} />
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <p className={classes.text}>{text}</p>
        <Button loading={busy} onClick={() => openDialog.current?.()}>
          {label}
        </Button>
      </Dropzone>
    </section>
  );
}
