import { test } from './test.ts';
const sizes = { 1440: 900, 768: 1000, 390: 844 } as const;
test('shots', async ({ enter, page }) => {
  test.setTimeout(240_000);
  for (const [w, h] of Object.entries(sizes)) {
    await page.setViewportSize({ width: Number(w), height: h });
    await enter('org.admin', '/role');
    await page.getByRole('link', { name: 'Company manager' }).waitFor();
    await page.screenshot({ path: `/tmp/shots/list-${w}.png` });
    await page.getByRole('link', { name: 'Company manager' }).click();
    await page.getByText('Organisation management').first().waitFor();
    await page.waitForTimeout(400);
    await page.screenshot({ path: `/tmp/shots/view-${w}.png`, fullPage: true });
    await page.goto(page.url().replace('/view', '/edit'));
    await page.getByRole('checkbox', { name: 'Delete nodes' }).check();
    await page.getByRole('checkbox', { name: 'Edit users' }).uncheck();
    await page.screenshot({ path: `/tmp/shots/edit-${w}.png` });
    await enter('org.admin', '/role/create');
    await page.getByRole('combobox', { name: 'Ready-made role' }).waitFor();
    await page.waitForTimeout(500);
    await page.screenshot({ path: `/tmp/shots/create-${w}.png` });
  }
});
