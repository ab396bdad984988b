import { type Endpoints, needed } from '@storeward/contract/endpoint';

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A plain page that lists every door for people; tools read /openapi.json. */
export function documentationPage(domains: Readonly<Record<string, Endpoints>>): string {
  const sections = Object.entries(domains).map(([domain, doors]) => {
    const rows = Object.values(doors).map((door) => {
      const want = needed(door);
      const who = want
        ? want.names.join(want.mode === 'all' ? ' and ' : ' or ')
        : door.allow === 'anyone'
          ? 'anyone'
          : 'anyone signed in';
      return `<tr><td><code>${door.method}</code></td><td><code>${escaped(door.path)}</code></td><td>${escaped(door.about)}</td><td>${escaped(who)}</td></tr>`;
    });
    return `<h2>${escaped(domain)}</h2><table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Who may</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Storeward API</title></head><body><h1>Storeward API</h1><p>The full description is at <a href="/openapi.json">/openapi.json</a>.</p>${sections.join('')}</body></html>`;
}
