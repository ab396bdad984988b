import type { Page } from '@playwright/test';

/** Console errors, exceptions and policy violations of a page, and its requests to other origins. */
export type PageMonitor = { readonly problems: string[]; readonly foreignRequests: string[] };

/** Collects console errors and warnings, uncaught exceptions, and requests to other origins. */
export function monitorPage(page: Page, origin: string): PageMonitor {
  const monitor: PageMonitor = { problems: [], foreignRequests: [] };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) monitor.problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => monitor.problems.push(`${page.url()}: ${error.message}`));
  page.on('request', (request) => {
    const isOwnOrigin = request.url().startsWith(`${origin}/`) || request.url().startsWith(`blob:${origin}/`);
    if (!isOwnOrigin) monitor.foreignRequests.push(request.url());
  });
  return monitor;
}
