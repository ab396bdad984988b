/**
 * What was clicked last, also by a key: the opener of a dialog that appears only once its code is loaded. What loads code
 * on demand imports this file, so that it hears the click.
 */
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

/** The control that opens a dialog now. */
export function currentOpener(): Element | undefined {
  const focused = document.activeElement;
  return focused && focused !== document.body ? openerAt(focused) : lastClicked;
}
