import { Button } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import classes from './file-drop.module.css';
import { Icon } from './icon.tsx';

type Props = {
  title: string;
  text: ReactNode;
  /** Value of the file input's `accept` attribute. */
  accept: string;
  label: string;
  busy: boolean;
  onFile: (file: File) => void;
};

/** Drop zone with a button that opens the file dialog. */
export function FileDrop({ title, text, accept, label, busy, onFile }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isDragOver, setDragOver] = useState(false);
  const acceptFile = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !busy) onFile(file);
  };
  return (
    <section
      className={classes.area}
      data-over={isDragOver || undefined}
      aria-labelledby={id}
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDragOver(false);
        acceptFile(event.dataTransfer.files);
      }}
    >
      <Icon name="upload" size={24} />
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <p className={classes.text}>{text}</p>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          acceptFile(event.currentTarget.files);
          event.currentTarget.value = ''; // allows choosing the same file again after it was corrected
        }}
      />
      <Button loading={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </section>
  );
}
