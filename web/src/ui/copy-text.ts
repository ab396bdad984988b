import { useState } from 'react';

/** Copies a text; false if the browser does not allow it, or has no clipboard because the address is not secure. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Labels of a copy button: before, and for what the clipboard did. */
export type CopyLabels = { readonly copy: string; readonly copied: string; readonly notCopied: string };

/** State of a copy button, whose label says whether the clipboard took the text. */
export function useCopy(text: string, labels: CopyLabels) {
  const [last, setLast] = useState<{ readonly text: string; readonly isCopied: boolean }>();
  const result = last?.text === text ? last.isCopied : undefined;
  return {
    isCopied: result === true,
    label: result === undefined ? labels.copy : result ? labels.copied : labels.notCopied,
    copy: () => void copyText(text).then((isCopied) => setLast({ text, isCopied })),
  };
}
