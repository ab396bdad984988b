import type { Page } from '@playwright/test';

/** The first line of a file of places. */
export const head = 'type,code,name,parentCode,country,status';

/** Chooses a file of these lines on the screen for imports. */
export async function choose(page: Page, lines: readonly string[], name = 'Stores.csv') {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose file' }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) });
}
