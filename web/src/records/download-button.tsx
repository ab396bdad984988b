import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { errorMessage } from '../platform/text/i18n.ts';
import { saveFile } from '../platform/save-file.ts';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/page/notify.tsx';

/** A generated file with its name and the text of the success notification. */
export type GeneratedFile = { readonly file: Blob; readonly name: string; readonly successText?: string };

/** Generates and downloads a file, with notifications of success and failure. */
export function useDownload(): { busy: boolean; download: (generate: () => Promise<GeneratedFile>) => void } {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  async function download(generate: () => Promise<GeneratedFile>) {
    setBusy(true);
    try {
      const { file, name, successText } = await generate();
      saveFile(file, name);
      if (successText) notify.success(successText);
    } catch (error) {
      notify.error(errorMessage(error instanceof ApiError ? error.code : 'unknown'));
    } finally {
      setBusy(false);
    }
  }
  return { busy, download: (generate) => void download(generate) };
}

type Props = { label: string; generate: () => Promise<GeneratedFile> } & Pick<ButtonProps, 'size'>;

export function DownloadButton({ label, generate, ...buttonProps }: Props) {
  const { busy, download } = useDownload();
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<Icon name="download" size={16} />}
      onClick={() => download(generate)}
      {...buttonProps}
    >
      {label}
    </Button>
  );
}
