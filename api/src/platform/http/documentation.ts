import { type Endpoints, requiredPermissions } from '@storeward/contract/endpoint';

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** An HTML page that lists all endpoints; tools read /openapi.json. */
export function documentationPage(domains: Readonly<Record<string, Endpoints>>): string {
  const sections = Object.entries(domains).map(([domain, endpoints]) => {
    const rows = Object.values(endpoints).map((endpoint) => {
      const required = requiredPermissions(endpoint);
      const access = required
        ? required.names.join(required.mode === 'all' ? ' and ' : ' or ')
        : endpoint.allow === 'anyone'
          ? 'anyone'
          : 'anyone signed in';
      return `<tr><td><code>${endpoint.method}</code></td><td><code>${escaped(endpoint.path)}</code></td><td>${escaped(endpoint.summary)}</td><td>${escaped(access)}</td></tr>`;
    });
    return `<h2>${escaped(domain)}</h2><table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Who may</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Storeward API</title></head><body><h1>Storeward API</h1><p>The full description is at <a href="/openapi.json">/openapi.json</a>.</p>${sections.join('')}</body></html>`;
}
