import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readMail, type WrittenMail } from '../platform/eml.ts';
import { Refusal } from '../platform/errors.ts';
import { sendRefusal } from '../platform/server.ts';

type Shown = WrittenMail & { readonly id: string; readonly links: readonly string[] };

const idShape = /^[\da-f-]{36}$/;

/** Shows the mails of the outbox to whoever tries the product out: a list and each mail, as a page or as JSON. */
export function showOutbox(server: FastifyInstance, folder: string): void {
  server.get('/dev/mail', async (request, reply) => {
    const mails = await mailsIn(folder);
    if (!wantsPage(request))
      return {
        result: mails.map(({ id, to, subject, date, links }) => ({ id, to, subject, date, links })),
        total: mails.length,
      };
    const rows = mails.map(
      ({ id, to, subject, date }) =>
        `<li><a href="/dev/mail/${id}">${escaped(subject)}</a><span>${escaped(to)}</span><time>${escaped(date)}</time></li>`,
    );
    return page(reply, 'Outbox', rows.length > 0 ? `<ol>${rows.join('')}</ol>` : '<p>No mail was sent yet.</p>');
  });

  server.get<{ Params: { mail: string } }>('/dev/mail/:mail', async (request, reply) => {
    const mail = await mailIn(folder, request.params.mail);
    if (!mail) return sendRefusal(reply, new Refusal('route.unknown'));
    if (!wantsPage(request)) return { result: mail };
    const links = mail.links.map((link) => `<li><a href="${escaped(link)}">${escaped(link)}</a></li>`);
    return page(
      reply,
      mail.subject,
      `<dl><dt>From</dt><dd>${escaped(mail.from)}</dd><dt>To</dt><dd>${escaped(mail.to)}</dd><dt>Date</dt><dd>${escaped(mail.date)}</dd></dl>
<ul>${links.join('')}</ul><iframe title="The mail as it is read" sandbox="${leadingOut}" src="/dev/mail/${mail.id}/html"></iframe>
<h2>In plain text</h2><pre>${escaped(mail.text)}</pre><p><a href="/dev/mail">All mails</a></p>`,
    );
  });

  server.get<{ Params: { mail: string } }>('/dev/mail/:mail/html', async (request, reply) => {
    const mail = await mailIn(folder, request.params.mail);
    if (!mail) return sendRefusal(reply, new Refusal('route.unknown'));
    const rules = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox ${leadingOut}`;
    const html = (await withPictures(server, mail.html)).replace('<head>', '<head><base target="_blank">');
    return reply.header('content-security-policy', rules).type('text/html; charset=utf-8').send(html);
  });
}

/** No script runs in a mail, but its links open what they lead to, in a window of its own. */
const leadingOut = 'allow-popups allow-popups-to-escape-sandbox';

/** Puts the portals' own pictures into the mail itself: they are shown to no page of another host. */
async function withPictures(server: FastifyInstance, html: string): Promise<string> {
  const found = [...new Set([...html.matchAll(/<img src="(https?:[^"]+)"/g)].map(([, address]) => address!))];
  let shown = html;
  for (const address of found) {
    const { host, pathname, search } = new URL(address);
    const { statusCode, headers, rawPayload } = await server.inject({ url: pathname + search, headers: { host } });
    const type = headers['content-type'] ?? '';
    if (statusCode !== 200 || !/^image\/[\w.+-]+$/.test(type)) continue;
    shown = shown.replaceAll(`"${address}"`, `"data:${type};base64,${rawPayload.toString('base64')}"`);
  }
  return shown;
}

/** All mails of the folder, the latest first: their names are ids, which sort by time. */
async function mailsIn(folder: string): Promise<Shown[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -4));
  const found = await Promise.all(
    ids
      .sort()
      .reverse()
      .slice(0, 200)
      .map((id) => mailIn(folder, id)),
  );
  return found.filter((mail) => mail !== undefined);
}

async function mailIn(folder: string, id: string): Promise<Shown | undefined> {
  const source = idShape.test(id)
    ? await readFile(join(folder, `${id}.eml`), 'utf8').catch(() => undefined)
    : undefined;
  if (source === undefined) return undefined;
  const mail = readMail(source);
  return { id, ...mail, links: [...mail.text.matchAll(/https?:\/\/\S+/g)].map(([link]) => link) };
}

const wantsPage = (request: FastifyRequest) => (request.headers.accept ?? '').includes('text/html');

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}
ol,ul{padding:0;list-style:none}ol li{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:.75rem 0;border-bottom:1px solid #8884}
ol li a{flex:1 1 16rem}time,span{opacity:.75}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dd{margin:0}
a,pre{overflow-wrap:anywhere;white-space:pre-wrap}iframe{width:100%;height:36rem;border:1px solid #8884;border-radius:.5rem}`;

function page(reply: FastifyReply, title: string, body: string) {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${style}</style></head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`,
    );
}
