/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

/** Opens the page of a store, with its devices. */
async function devicesOf(page: Page) {
  await page.getByRole('link', { name: 'Leeds Briggate' }).click();
  await page.getByRole('button', { name: 'Actions for Leeds Briggate' }).click();
  await page.getByRole('menuitem', { name: 'View' }).click();
  return page.getByRole('region', { name: 'Devices' });
}

/** The boxes from this one outwards that hold more than they are wide; runs in the page. */
function tooWide(box: Element): string[] {
  const wide: string[] = [];
  for (let around: Element | null = box; around; around = around.parentElement)
    if (around.scrollWidth > around.clientWidth) wide.push(around.className);
  return wide;
}

test('a store’s devices are added once each, with sound addresses, and paired by a code that works once', async ({
  enter,
  product,
}) => {
  const page = await enter('org.admin', '/structure/hierarchy?search=briggate');
  const devices = await devicesOf(page);
  await expect(devices).toContainText('No devices yet');
  const dialog = page.getByRole('dialog');
  const fill = async (name: string, address: string, serial: string) => {
    await page.getByRole('button', { name: 'Add device' }).click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('IP address').fill(address);
    await dialog.getByLabel('Serial number').fill(serial);
    await dialog.getByRole('button', { name: 'Save device' }).click();
  };
  await fill('Till 1', '300.1.1.1', 'SN-1');
  await expect(dialog.getByLabel('IP address')).toHaveAccessibleDescription('Enter Valid IPaddress');
  await dialog.getByLabel('IP address').fill('10.1.1.1');
  await dialog.getByRole('button', { name: 'Save device' }).click();
  await expect(devices.getByRole('row', { name: /Till 1/ })).toContainText('10.1.1.1');
  await page.setViewportSize({ width: 390, height: 844 });
  // the table alone may be wider than a phone, nothing around it
  await expect.poll(() => devices.evaluate(tooWide)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 720 });
  await fill('Till 2', '10.1.1.2', 'sn-1');
  await expect(dialog.getByLabel('Serial number')).toHaveAccessibleDescription('Duplicate: Device already exists');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await devices.getByRole('button', { name: 'Actions for Till 1' }).click();
  await page.getByRole('menuitem', { name: 'Pair' }).click();
  const picture = dialog.getByRole('img', { name: 'Pairing code of Till 1' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  const code = await dialog.locator('code').innerText();
  const redeem = () =>
    product.ask({
      host: 'kestrel.localhost',
      method: 'POST',
      path: '/module-management/device/redeem',
      body: { code },
    });
  expect((await redeem()).status).toBe(200);
  expect((await redeem()).status).toBe(400);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.reload();
  await expect(devices.getByRole('row', { name: /Till 1/ })).toContainText('Last seen');

  await devices.getByRole('button', { name: 'Actions for Till 1' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete device' }).click();
  await expect(devices).toContainText('No devices yet');
});

test('whoever may not assign devices sees them and changes nothing', async ({ enter }) => {
  const page = await enter('region.manager', '/structure/hierarchy?search=briggate');
  await expect(await devicesOf(page)).toBeVisible();
});
