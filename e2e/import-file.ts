import type { Page } from '@playwright/test';

/** Header of a CSV file of nodes. */
export const nodeHeader = 'type,code,name,parentCode,country,status';

/** Uploads a file of these lines on the import page. */
export async function chooseFile(page: Page, lines: readonly string[], name = 'Stores.csv') {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose file' }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) });
}
