import type { Page } from '@playwright/test';

/** What a page has complained of, and whom it has asked besides its own portal. */
export type Watch = { readonly complaints: string[]; readonly strangers: string[] };

/** Listens to everything a page says to its console, throws, reports of its security policy, and asks of other hosts. */
export function watch(page: Page, origin: string): Watch {
  const found: Watch = { complaints: [], strangers: [] };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) found.complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => found.complaints.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    const own = request.url().startsWith(`${origin}/`) || request.url().startsWith(`blob:${origin}/`);
    if (!own) found.strangers.push(request.url());
  });
  return found;
}
