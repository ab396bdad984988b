import { useEffect, useState } from 'react';
import { currentOpener } from './opener.ts';

/**
 * Returns the focus to the control that opened a dialog when it is closed or removed; if that control is gone by then,
 * to the dialog around it, or to `origin`, by default the content of the page.
 */
export function useReturnFocus(opened = true, origin = pageContent): void {
  const [{ wasOpened, opener }, setOpening] = useState<{ wasOpened: boolean; opener: Element | undefined }>({
    wasOpened: false,
    opener: undefined,
  });
  // while rendering, since the dialog takes the focus before its effects run
  if (opened !== wasOpened) setOpening({ wasOpened: opened, opener: opened ? currentOpener() : opener });
  useEffect(() => {
    if (!opened) return undefined;
    const outerDialog = opener?.closest('[role="dialog"]');
    return () => {
      // of dialogs that are removed together only the outer one has an opener that is still there
      const isLost = document.activeElement === document.body || isInDialog();
      const target = [opener, outerDialog].find(isFocusable) ?? (isLost ? origin() : undefined);
      target?.focus({ preventScroll: true });
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what the focus returns to is settled when the dialog opens
  }, [opened, opener]);
}

const isInDialog = () => Boolean(document.activeElement?.closest('[role="dialog"]'));

const pageContent = (): HTMLElement | null => document.getElementById('content');

const isFocusable = (element: Element | null | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && !element.matches(':disabled');
