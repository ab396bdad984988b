import { useEffect, useState } from 'react';

/** What was clicked last, also by a key: the opener of a dialog that appears only once its code is loaded. */
let lastClicked: Element | undefined;
document.addEventListener(
  'click',
  ({ target }) => {
    if (target instanceof Element) lastClicked = openerAt(target);
  },
  { capture: true },
);

/** The control at an element; for an item of a menu, which closes with the click, the control that opened the menu. */
function openerAt(element: Element): Element {
  // the control names its menu only while that is open, the menu its control always
  const labelId = element.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const trigger = labelId ? document.getElementById(labelId) : null;
  return trigger ?? element.closest('button, a, input, [tabindex]') ?? element;
}

function currentOpener(): Element | undefined {
  const focused = document.activeElement;
  return focused && focused !== document.body ? openerAt(focused) : lastClicked;
}

/**
 * Returns the focus to the control that opened a dialog when it is closed or removed; if that control is gone by then,
 * to the dialog around it, or to `origin`, by default the content of the page. The result is for the end of the closing
 * animation: a dialog that is closed while it opens takes the focus only then, and loses it.
 */
export function useReturnFocus(opened = true, origin = pageContent): () => void {
  const [{ wasOpened, opener }, setOpening] = useState<{ wasOpened: boolean; opener: Element | undefined }>({
    wasOpened: false,
    opener: undefined,
  });
  // while rendering, since the dialog takes the focus before its effects run
  if (opened !== wasOpened) setOpening({ wasOpened: opened, opener: opened ? currentOpener() : opener });
  const outerDialog = opener?.closest('[role="dialog"]');

  /** Of dialogs that are removed together only the outer one has an opener that is still there. */
  function restore() {
    const target = [opener, outerDialog].find(isFocusable) ?? (isFocusLost() ? origin() : undefined);
    target?.focus({ preventScroll: true });
  }

  useEffect(() => {
    if (!opened) return undefined;
    return restore;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what the focus returns to is settled when the dialog opens
  }, [opened, opener]);
  return () => {
    if (!opened && isFocusLost()) restore();
  };
}

/** Whether nothing has the focus, or only a dialog. */
const isFocusLost = () =>
  document.activeElement === document.body || Boolean(document.activeElement?.closest('[role="dialog"]'));

const pageContent = (): HTMLElement | null => document.getElementById('content');

const isFocusable = (element: Element | null | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && !element.matches(':disabled');
