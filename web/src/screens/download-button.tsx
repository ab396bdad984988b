import { Button } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { sayError } from '../platform/i18n.ts';
import { saveFile } from '../platform/save-file.ts';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/notify.tsx';

type Taken = { readonly file: Blob; readonly name: string; readonly done?: string };

/** Makes a file and hands it out; says what went wrong, and what is in it where it has words for that. */
export function DownloadButton({ label, take }: { label: string; take: () => Promise<Taken> }) {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  async function handOut() {
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
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<Icon name="download" size={16} />}
      onClick={() => void handOut()}
    >
      {label}
    </Button>
  );
}
