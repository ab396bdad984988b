import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

const widths = [1440, 1024, 960, 768, 390, 320];

async function openModules(page: Page) {
  await page.getByRole('treeitem', { name: /^Kestrel UK/ }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2, name: 'Kestrel UK' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'Modules', exact: true }).click();
}

test('the products found have SKU and name on every width', async ({ openAs }) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await openModules(page);
  await page.getByRole('button', { name: 'Shirt, women: Set here' }).click();
  await page.getByRole('button', { name: 'Shirt, women: Badge: Select' }).click();
  await page.getByRole('textbox', { name: 'Filter by SKU' }).fill('KS-HO-SH-W');
  const found = page.getByRole('table', { name: 'Products found' }).locator('tbody tr:not([aria-hidden])');
  await expect(found).toHaveCount(1);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const text of ['KS-HO-SH-W', 'Home shirt 2026, women']) {
      const shown = found.getByText(text).filter({ visible: true }).last();
      await expect.poll(async () => (await shown.boundingBox())?.width ?? 0).toBeGreaterThan(60);
    }
  }
});

test('the table of hotkeys gives names room on every width', async ({ openAs }) => {
  const page = await openAs('org.admin', '/structure/hierarchy');
  await openModules(page);
  await page.getByRole('button', { name: 'Add hotkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create hotkey' });
  await dialog.getByRole('combobox', { name: 'Search by SKU' }).fill('KS-HO-SH-M');
  await page.getByRole('option', { name: /KS-HO-SH-M/ }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const name = page.getByRole('table', { name: 'Hotkeys' }).getByText('Home shirt 2026, men');
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(async () => (await name.boundingBox())?.height ?? Infinity).toBeLessThan(40);
  }
});
