import * as z from 'zod/mini';

type TrustedTypes = { createPolicy: (name: string, rules: { createHTML: (text: string) => string }) => unknown };

// The content security policy forbids `eval`, which Zod would otherwise try.
z.config({ jitless: true });

// The only Trusted Types policy: libraries may set plain text (their style sheets), but no markup.
const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', {
  createHTML: (text) => {
    if (text.includes('<')) throw new TypeError('Markup from text is not allowed here');
    return text;
  },
});

// The scroll lock of dialogs adds a style element and reads the CSP nonce from this variable.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
Object.assign(globalThis, { __webpack_nonce__: nonce });

// While an input method composes a word, Escape, Enter and the arrows belong to it: no handler of the portal or of its
// libraries may clear, choose or leave. This listener is the first of the page. Safari marks the key that ends the
// composition by its key code only.
window.addEventListener(
  'keydown',
  (event) => {
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else marks that key
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  },
  { capture: true },
);
