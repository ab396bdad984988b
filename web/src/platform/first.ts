import * as z from 'zod/mini';

type TrustedTypes = { createPolicy: (name: string, rules: { createHTML: (text: string) => string }) => unknown };

// The page's security policy forbids building code from text, which Zod would otherwise try.
z.config({ jitless: true });

// The one Trusted Types policy: libraries may set plain text (their style sheets), never markup.
const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
trustedTypes?.createPolicy('default', {
  createHTML: (text) => {
    if (text.includes('<')) throw new TypeError('Markup from text is not allowed here');
    return text;
  },
});

// What locks the page behind a dialog writes a style sheet of its own and looks for the one-time word here.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
Object.assign(globalThis, { __webpack_nonce__: nonce });
