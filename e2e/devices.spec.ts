/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test';
import jsQr from 'jsqr';
import { expect, test } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

// a CommonJS module that declares its function as default export
const readQrCode = jsQr as unknown as typeof jsQr.default;

/** Opens the page of a store with its devices. */
async function openDevices(page: Page) {
  await page.getByRole('link', { name: 'Leeds Briggate' }).click();
  await page.getByRole('button', { name: 'Actions for Leeds Briggate' }).click();
  await page.getByRole('menuitem', { name: 'View' }).click();
  return page.getByRole('region', { name: 'Devices' });
}

/** The element and its ancestors whose content is wider than they are; runs in the page. */
function overflowingElements(element: Element): string[] {
  const overflowing: string[] = [];
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement)
    if (ancestor.scrollWidth > ancestor.clientWidth) overflowing.push(ancestor.className);
  return overflowing;
}

/** The text that a scanner reads from an element as it is displayed. */
async function scan(element: Locator): Promise<string | undefined> {
  const screenshot = await element.screenshot();
  // a page without the portal's policy decodes the image
  const decoder = await element.page().context().newPage();
  const { data, width, height } = await decoder.evaluate(decodeImage, [...screenshot]);
  await decoder.close();
  return readQrCode(Uint8ClampedArray.from(data), width, height)?.data;
}

/** The pixels of an image file; runs in a page. */
async function decodeImage(bytes: readonly number[]) {
  const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext('2d')!;
  canvas.drawImage(bitmap, 0, 0);
  return { data: [...canvas.getImageData(0, 0, width, height).data], width, height };
}

test('devices of a store are added without duplicates, with valid addresses, and paired by a code that works once', async ({
  openAs,
  product,
}) => {
  const page = await openAs('org.admin', '/structure/hierarchy?search=briggate');
  const devices = await openDevices(page);
  await expect(devices).toContainText('No devices yet');
  const dialog = page.getByRole('dialog');
  const addDevice = async (name: string, address: string, serial: string) => {
    await page.getByRole('button', { name: 'Add device' }).click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('combobox', { name: 'Type' }).click();
    await expect(page.getByRole('listbox', { name: 'Type' }).getByRole('option')).toHaveText(['Mobile', 'Tablet']);
    await page.getByRole('option', { name: 'Mobile' }).click();
    await dialog.getByLabel('IP address').fill(address);
    await dialog.getByLabel('Serial number').fill(serial);
    await dialog.getByRole('button', { name: 'Save device' }).click();
  };
  await addDevice('Till 1', '300.1.1.1', 'SN-1');
  await expect(dialog.getByLabel('IP address')).toHaveAccessibleDescription('Enter Valid IPaddress');
  await dialog.getByLabel('IP address').fill('10.1.1.1');
  await dialog.getByRole('button', { name: 'Save device' }).click();
  await expect(devices.getByRole('row', { name: /Till 1/ })).toContainText('10.1.1.1');
  await page.setViewportSize({ width: 390, height: 844 });
  // only the table may be wider than a phone, nothing around it
  await expect.poll(() => devices.evaluate(overflowingElements)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 720 });
  await addDevice('Till 2', '10.1.1.2', 'sn-1');
  await expect(dialog.getByLabel('Serial number')).toHaveAccessibleDescription('Duplicate: Device already exists');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await devices.getByRole('button', { name: 'Actions for Till 1' }).click();
  await page.getByRole('menuitem', { name: 'Pair' }).click();
  const code = await dialog.locator('code').innerText();
  const qrCode = dialog.getByRole('img', { name: phrase('devices.pair.image', { name: 'Till 1' }) });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    expect(await scan(qrCode)).toBe(`storeward-pairing:${code.replaceAll('-', '')}`);
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy code' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  const redeemCode = () =>
    product.request({
      host: 'kestrel.localhost',
      method: 'POST',
      path: '/module-management/device/redeem',
      body: { code },
    });
  expect((await redeemCode()).status).toBe(200);
  expect((await redeemCode()).status).toBe(400);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.reload();
  await expect(devices.getByRole('row', { name: /Till 1/ })).toContainText('Last seen');

  await devices.getByRole('button', { name: 'Actions for Till 1' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(devices).toContainText('No devices yet');
});

test('devices are read-only without the permission to assign them', async ({ openAs }) => {
  const page = await openAs('region.manager', '/structure/hierarchy?search=briggate');
  const devices = await openDevices(page);
  await expect(devices).toContainText('No devices yet');
  await expect(devices.getByRole('button')).toHaveCount(0);
});
