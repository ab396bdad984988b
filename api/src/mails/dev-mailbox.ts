import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseMail, type ParsedMail } from '../platform/mail/eml.ts';
import { ApiError, ensure } from '../platform/errors.ts';
import { isFromThisMachine } from '../platform/http/hosts/hosts.ts';
import { sendApiError } from '../platform/http/server.ts';

type StoredMail = ParsedMail & { readonly id: string; readonly links: readonly string[] };

const idPattern = /^[\da-f-]{36}$/;

/**
 * Registers `/dev/mail`, a list and detail view of the outbox for trial and development, as HTML or JSON. Only for
 * requests from this machine under its own host names: with DNS rebinding, a foreign page could reach it under any
 * other name.
 */
export function registerDevMailbox(server: FastifyInstance, folder: string): void {
  const options = {
    onRequest: async (request: FastifyRequest) => ensure(isFromThisMachine(request), 'route.unknown'),
  };
  server.get('/dev/mail', options, async (request, reply) => {
    const mails = await readMails(folder);
    if (!acceptsHtml(request))
      return {
        result: mails.map(({ id, to, subject, date, links }) => ({ id, to, subject, date, links })),
        total: mails.length,
      };
    const rows = mails.map(
      ({ id, to, subject, date }) =>
        `<li><a href="/dev/mail/${id}">${escapeHtml(subject)}</a><span>${escapeHtml(to)}</span><time>${escapeHtml(date)}</time></li>`,
    );
    return sendPage(reply, 'Outbox', rows.length > 0 ? `<ol>${rows.join('')}</ol>` : '<p>No mail was sent yet.</p>');
  });

  server.get<{ Params: { mail: string } }>('/dev/mail/:mail', options, async (request, reply) => {
    const mail = await readMailById(folder, request.params.mail);
    if (!mail) return sendApiError(reply, new ApiError('route.unknown'));
    if (!acceptsHtml(request)) return { result: mail };
    const links = mail.links.map((link) => `<li><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></li>`);
    return sendPage(
      reply,
      mail.subject,
      `<dl><dt>From</dt><dd>${escapeHtml(mail.from)}</dd><dt>To</dt><dd>${escapeHtml(mail.to)}</dd><dt>Date</dt><dd>${escapeHtml(mail.date)}</dd></dl>
<ul>${links.join('')}</ul><iframe title="The mail as it is read" sandbox="${sandboxFlags}" src="/dev/mail/${mail.id}/html"></iframe>
<h2>In plain text</h2><pre>${escapeHtml(mail.text)}</pre><p><a href="/dev/mail">All mails</a></p>`,
    );
  });

  server.get<{ Params: { mail: string } }>('/dev/mail/:mail/html', options, async (request, reply) => {
    const mail = await readMailById(folder, request.params.mail);
    if (!mail) return sendApiError(reply, new ApiError('route.unknown'));
    const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox ${sandboxFlags}`;
    const html = (await inlineImages(server, mail.html)).replace('<head>', '<head><base target="_blank">');
    return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html);
  });
}

/** Iframe sandbox: no scripts, but links open in a new window outside the sandbox. */
const sandboxFlags = 'allow-popups allow-popups-to-escape-sandbox';

/** Inlines portal images as data URLs, since portals do not serve images to pages of another host. */
async function inlineImages(server: FastifyInstance, html: string): Promise<string> {
  const addresses = [...new Set([...html.matchAll(/<img src="(https?:[^"]+)"/g)].map(([, address]) => address!))];
  let result = html;
  for (const address of addresses) {
    const { host, pathname, search } = new URL(address);
    const { statusCode, headers, rawPayload } = await server.inject({ url: pathname + search, headers: { host } });
    const type = headers['content-type'] ?? '';
    if (statusCode !== 200 || !/^image\/[\w.+-]+$/.test(type)) continue;
    result = result.replaceAll(`"${address}"`, `"data:${type};base64,${rawPayload.toString('base64')}"`);
  }
  return result;
}

/** The 200 newest mails; file names are UUIDv7 ids, which sort by time. */
async function readMails(folder: string): Promise<StoredMail[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -4));
  const mails = await Promise.all(
    ids
      .sort()
      .reverse()
      .slice(0, 200)
      .map((id) => readMailById(folder, id)),
  );
  return mails.filter((mail) => mail !== undefined);
}

async function readMailById(folder: string, id: string): Promise<StoredMail | undefined> {
  const source = idPattern.test(id) ? await readFile(join(folder, `${id}.eml`)).catch(() => undefined) : undefined;
  if (source === undefined) return undefined;
  const mail = await parseMail(source);
  return { id, ...mail, links: [...mail.text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link) };
}

const acceptsHtml = (request: FastifyRequest) => (request.headers.accept ?? '').includes('text/html');

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}
ol,ul{padding:0;list-style:none}ol li{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:.75rem 0;border-bottom:1px solid #8884}
ol li a{flex:1 1 16rem}time,span{opacity:.75}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dd{margin:0}
a,pre{overflow-wrap:anywhere;white-space:pre-wrap}iframe{width:100%;height:36rem;border:1px solid #8884;border-radius:.5rem}`;

function sendPage(reply: FastifyReply, title: string, body: string) {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
    );
}
