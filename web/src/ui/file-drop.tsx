import { Button } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import classes from './file-drop.module.css';
import { Icon } from './icon.tsx';

type Props = {
  title: string;
  text: ReactNode;
  /** What kinds of file the browser offers first, as the input's `accept`. */
  accept: string;
  label: string;
  busy: boolean;
  onFile: (file: File) => void;
};

/** A place to drop a file on, or to choose one from; the same for a keyboard and a finger. */
export function FileDrop({ title, text, accept, label, busy, onFile }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !busy) onFile(file);
  };
  return (
    <section
      className={classes.area}
      data-over={over || undefined}
      aria-labelledby={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
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
          take(event.currentTarget.files);
          event.currentTarget.value = ''; // the same file may be chosen again once it is corrected
        }}
      />
      <Button loading={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </section>
  );
}
