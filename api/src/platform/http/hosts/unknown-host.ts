import { randomBytes } from 'node:crypto';
import { errors } from '@storeward/contract/errors';
import type { FastifyReply } from 'fastify';

/**
 * Sends a self-contained HTML page (404) for a host name without a portal; for the platform's own host, which has no
 * portal while the installation is empty, a page that explains how to create the first administrator.
 */
export function sendUnknownHost(reply: FastifyReply, host: string, isGlobal: boolean): FastifyReply {
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .status(errors['tenant.unknown'].status)
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    .send(page(isGlobal ? emptyInstallation : unknownHost(escaped(host)), nonce));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

type Texts = { readonly title: string; readonly heading: string; readonly text: string };

const unknownHost = (host: string): Texts => ({
  title: 'No portal here',
  heading: 'No portal is served under this name',
  text: `Nothing answers to <strong>${host}</strong>. Check the address for a slip, or ask the administrator of this installation for the right one.`,
});

const emptyInstallation: Texts = {
  title: 'No administrator yet',
  heading: 'Nobody can sign in yet',
  text: `This installation is empty. On its server, in the folder of Storeward, make the first administrator with
<code>${escaped('npm run admin -- create --username <name> --email <address>')}</code> and open the link that it prints.`,
};

const page = ({ title, heading, text }: Texts, nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 14px/20px Roboto, "Segoe UI", system-ui, sans-serif; }
body { display: grid; place-items: center; min-height: 100vh; margin: 0; background: light-dark(#fafafa, #0b0f12); color: light-dark(#151515, #e8ecef); }
main { box-sizing: border-box; width: min(100%, 28rem); padding: 24px; text-align: center; overflow-wrap: anywhere; }
svg { width: 7.5rem; fill: none; stroke: light-dark(#0274b6, #64b1ee); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
h1 { margin: 16px 0 4px; font-size: 16px; line-height: 24px; font-weight: 500; }
p { margin: 0; color: light-dark(#5c6065, #a3aab1); text-wrap: pretty; }
code { display: block; margin: 12px 0; padding: 12px; border-radius: 8px; text-align: start; font: 13px/20px ui-monospace, monospace; background: light-dark(#ececec, #1b2126); color: light-dark(#151515, #e8ecef); }
strong { font-weight: 500; color: light-dark(#151515, #e8ecef); }
</style>
</head>
<body>
<main>
<svg viewBox="0 0 120 88" aria-hidden="true"><path d="M22 34v46h76V34M20 14h80l6 16a8 8 0 0 1-15.300 0 8 8 0 0 1-15.300 0 8 8 0 0 1-15.400 0 8 8 0 0 1-15.400 0 8 8 0 0 1-15.300 0A8 8 0 0 1 14 30zM34 50h52M34 60h52M34 70h52M12 80h96"/></svg>
<h1>${heading}</h1>
<p>${text}</p>
</main>
</body>
</html>
`;
