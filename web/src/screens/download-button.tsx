import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { sayError } from '../platform/i18n.ts';
import { saveFile } from '../platform/save-file.ts';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/notify.tsx';

/** A file that was made, what it is called, and what is in it in words. */
export type Taken = { readonly file: Blob; readonly name: string; readonly done?: string };

/** Hands out a file once it is made; says what went wrong, and what is in it where it has words for that. */
export function useDownload(): { busy: boolean; handOut: (take: () => Promise<Taken>) => void } {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  async function handOut(take: () => Promise<Taken>) {
    setBusy(true);
    try {
      const { file, name, done } = await take();
      saveFile(file, name);
      if (done) notify.success(done);
    } catch (fault) {
      notify.error(sayError(fault instanceof ApiError ? fault.code : 'unknown'));
    } finally {
      setBusy(false);
    }
  }
  return { busy, handOut: (take) => void handOut(take) };
}

type Props = { label: string; take: () => Promise<Taken> } & Pick<ButtonProps, 'size'>;

/** Makes a file and hands it out. */
export function DownloadButton({ label, take, ...look }: Props) {
  const { busy, handOut } = useDownload();
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<Icon name="download" size={16} />}
      onClick={() => handOut(take)}
      {...look}
    >
      {label}
    </Button>
  );
}
