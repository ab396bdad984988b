import { randomUUID } from 'node:crypto';
import { expectAccessible } from './accessibility.ts';
import { bitmap } from './bitmap.ts';
import { announced, cells, focused, hotkeys, key, names, openDesigner, showGrid } from './hotkey-grid.ts';
import { expectSaved, openModules, save } from './settings-form.ts';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

test('hotkeys are walked, carried, undone and saved by keyboard alone, and each step is announced', async ({
  openAs,
  page,
  product,
  tokensFor,
}) => {
  const { accessToken } = await tokensFor('org.admin');
  await openAs('org.admin', '/structure/hierarchy');
  await openDesigner(page, product, accessToken);
  expect(await names(page)).toEqual(['Feet', 'Ball', 'Cap']);

  await test.step('arrow keys walk, and stop at the edges', async () => {
    await cells(page).first().focus();
    await page.keyboard.press('ArrowLeft');
    await expect(focused(page)).toHaveAccessibleName(/^1, Feet, .*Group, 2 keys/);
    await page.keyboard.press('ArrowRight');
    await expect(focused(page)).toHaveAccessibleName(/^2, Ball/);
    await page.keyboard.press('End');
    await expect(focused(page)).toHaveAccessibleName(/^3, Cap/);
    await expect(
      hotkeys(page)
        .getByRole('region', { name: 'Key Cap' })
        .getByText(/^Used by [\d,]+ stores$/),
    ).toBeVisible();
  });
  await test.step('Escape puts a carried key back', async () => {
    await page.keyboard.press('Space');
    await announced(page, phrase('settings.designer.pickedUp', { name: 'Cap', position: '3', total: '3' }));
    await page.keyboard.press('ArrowLeft');
    await announced(page, 'Position 2 of 3');
    expect(await names(page)).toEqual(['Feet', 'Cap', 'Ball']);
    await page.keyboard.press('Escape');
    await announced(page, phrase('settings.designer.putBack', { name: 'Cap' }));
    expect(await names(page)).toEqual(['Feet', 'Ball', 'Cap']);
  });
  await test.step('Space drops a carried key, and Alt with an arrow key moves one at once', async () => {
    await page.keyboard.press('Space');
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await announced(page, phrase('settings.designer.dropped', { name: 'Cap', position: '1', total: '3' }));
    await expect(focused(page)).toHaveAccessibleName(/^1, Cap/);
    await page.keyboard.press('Alt+ArrowRight');
    expect(await names(page)).toEqual(['Feet', 'Cap', 'Ball']);
  });
  await test.step('changes are undone and redone', async () => {
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    expect(await names(page)).toEqual(['Feet', 'Ball', 'Cap']);
    await page.keyboard.press('Control+y');
    expect(await names(page)).toEqual(['Cap', 'Feet', 'Ball']);
  });
  await test.step('Enter opens a folder, and Escape leaves it', async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await announced(page, 'Feet opened');
    expect(await names(page)).toEqual(['Sock', 'Shoe']);
    await page.keyboard.press('Escape');
    await expect(focused(page)).toHaveAccessibleName(/^2, Feet/);
  });
  await test.step('a key is carried through a folder to another page', async () => {
    await page.keyboard.press('End');
    await page.keyboard.press('Space');
    await page.keyboard.press('PageDown');
    await announced(page, 'Group Feet');
    await expect(focused(page)).toHaveAccessibleName(/^1, Ball/);
    await page.keyboard.press('PageDown');
    await announced(page, 'Page Back');
    await expect(focused(page)).toHaveAccessibleName(/^1, Ball/);
    await page.keyboard.press('Space');
    await announced(page, phrase('settings.designer.dropped', { name: 'Ball', position: '1', total: '2' }));
    expect(await names(page)).toEqual(['Ball', 'Tent']);
  });
  await test.step('only what changed is saved', async () => {
    const request = page.waitForRequest((one) => one.method() === 'PUT' && one.url().endsWith('/settings'));
    await save(page);
    const { value } = (await request).postDataJSON().sections.hotkeys.fields.keys;
    expect(Object.values(value.rows)).toMatchObject([{ values: { displayName: 'Ball' } }]);
    expect(value.order).toHaveLength(8);
    await expectSaved(page);
    await page.reload();
    await showGrid(page);
    expect(await names(page)).toEqual(['Cap', 'Feet']);
    await expectAccessible(page, 'the designer of hotkeys');
  });
});

test('hotkeys are dragged into a folder and onto a page, and pasted at a location below', async ({ openAs, page }) => {
  await openAs('org.admin', '/structure/hierarchy');
  await openModules(page);
  await showGrid(page);
  const pages = hotkeys(page).getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('button', { name: /^Back/ }).click();
  await expect(cells(page)).toHaveCount(2);
  await cells(page)
    .first()
    .dragTo(pages.getByRole('button', { name: /^Front/ }));
  await expect(cells(page)).toHaveCount(1);
  await pages.getByRole('button', { name: /^Front/ }).click();
  expect(await names(page)).toEqual(['Cap', 'Feet', 'Ball']);
  await cells(page).first().dragTo(cells(page).nth(1));
  expect(await names(page)).toEqual(['Feet', 'Ball']);
  await cells(page).first().dblclick();
  expect(await names(page)).toEqual(['Sock', 'Shoe', 'Cap']);
  await save(page);
  await expectSaved(page);

  await page.getByRole('link', { name: 'Hierarchy' }).first().click();
  await page.getByRole('treeitem', { name: /^Kestrel UK/ }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2, name: 'Kestrel UK' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'Modules' }).click();
  await showGrid(page);
  const copied = JSON.stringify({
    format: 'storeward/hotkeys/1',
    keys: [{ values: { type: 'hotkey', SKU: 'KS-Bag', displayName: 'Bag' } }],
  });
  const paste = (text: string) =>
    cells(page)
      .first()
      .evaluate((cell, data) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', data);
        cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }, text);
  await paste('something else');
  await expect(page.getByText(phrase('settings.designer.pasteInvalid'))).toBeVisible();
  await paste(copied);
  expect(await names(page)).toEqual(['Feet', 'Bag', 'Ball']);
  await expect(cells(page).nth(1)).toHaveAccessibleName(/^2, Bag, .*Added here/);
  await expect(cells(page).nth(1)).toHaveAccessibleName(/^2, Bag, Product not in the catalogue/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(cells(page).nth(1)).toBeVisible();
  // at the top, where the index above the settings covers none of them
  await hotkeys(page).evaluate((region) => {
    for (let one: Element | null = region; one; one = one.parentElement) one.scrollTop = 0;
  });
  await expectAccessible(page, 'the designer of hotkeys on a phone');
});

test('a product is added behind the selected key, and keys whose product is gone are named with two ways out', async ({
  openAs,
  page,
}) => {
  await openAs('org.admin', '/structure/hierarchy');
  await openModules(page);
  await showGrid(page);
  const before = await cells(page).count();
  await cells(page).first().click();
  await hotkeys(page).getByRole('combobox', { name: 'Add a product' }).fill('KS-HO-SH-W');
  await page.getByRole('option', { name: /KS-HO-SH-W/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect(cells(page)).toHaveCount(before + 1);
  await expect(cells(page).nth(1)).toHaveAccessibleName(/^2, Home shirt 2026, women/);
  await announced(page, 'Home shirt 2026, women dropped at position 2');

  const gone = cells(page).filter({ hasText: phrase('settings.designer.productGone') });
  await expect(gone).not.toHaveCount(0);
  await hotkeys(page).getByRole('button', { name: 'Choose another product' }).click();
  const panel = hotkeys(page).getByRole('region', { name: /^Key / });
  await expect(panel.getByText(phrase('settings.designer.productGone'))).toBeVisible();
  await panel.getByRole('combobox', { name: 'Choose another product' }).fill('KS-HO-SH-M');
  await page.getByRole('option', { name: /KS-HO-SH-M/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect(panel.getByText(phrase('settings.designer.productGone'))).toHaveCount(0);
  await expect(gone).toHaveCount(0);

  await cells(page).first().dblclick();
  await expect(gone).toHaveCount(3);
  const bar = hotkeys(page).getByRole('status').filter({ hasText: '3 keys have missing or disabled products.' });
  await bar.getByRole('button', { name: 'Remove or hide' }).click();
  await expect(cells(page)).toHaveCount(0);
  await expect(bar).toHaveCount(0);
  await expect(hotkeys(page).getByText(containing('settings.designer.empty'))).toBeVisible();
});

test('a key that a location hides stays as a ghost, and two people who change one layout keep the changes of both', async ({
  openAs,
  page,
  product,
  tokensFor,
}) => {
  await openAs('org.admin', '/structure/hierarchy');
  await page.getByRole('treeitem', { name: /^Kestrel UK/ }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2, name: 'Kestrel UK' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'Modules' }).click();
  await showGrid(page);
  const [first = ''] = await names(page);
  await cells(page).first().click();
  await page.keyboard.press('Delete');
  const ghosts = hotkeys(page).getByRole('list', { name: 'hidden' });
  await expect(ghosts.getByRole('listitem')).toContainText(first);
  expect(await names(page)).not.toContain(first);

  // somebody else adds a key meanwhile
  const [node] = /[0-9a-f-]{36}/.exec(page.url()) ?? [];
  const { accessToken } = await tokensFor('org.admin');
  const row = { action: 'add', after: 'last', values: key('Scarf', null) };
  const { status } = await product.request({
    host: 'kestrel.localhost',
    method: 'PUT',
    path: `/node-management/node/${node}/settings/hotkeys`,
    headers: { authorization: `Bearer ${accessToken}` },
    body: { fields: { keys: { value: { rows: { [randomUUID()]: row } } } } },
  });
  expect(status).toBe(200);
  await save(page);
  await expect.poll(() => names(page)).toContain('Scarf');
  await save(page);
  await expect(page.getByText(phrase('settings.saved.now', { name: 'Kestrel UK' })).first()).toBeVisible();
  await page.reload();
  await showGrid(page);
  await expect(ghosts.getByRole('listitem')).toContainText(first);
  expect(await names(page)).toContain('Scarf');
  await ghosts.getByRole('button', { name: `${first}: Show` }).click();
  expect(await names(page)).toContain(first);
});

test('a page gets keys with pictures of any shape, in the full width of the window', async ({ openAs, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs('org.admin', '/structure/hierarchy');
  await openModules(page);
  await hotkeys(page).getByText('Grid', { exact: true }).click();
  const pages = hotkeys(page).getByRole('navigation', { name: 'Pages' });
  await hotkeys(page).getByRole('button', { name: 'Add page' }).click();
  const created = page.getByRole('dialog', { name: 'Create page' });
  await expect(created.getByRole('textbox', { name: 'Display name' })).toBeFocused();
  await page.keyboard.type('Winter');
  await page.keyboard.press('Enter');
  await expect(hotkeys(page).getByRole('button', { name: 'Add page' })).toBeFocused();
  await expect(pages.getByRole('button', { name: /^Winter/ })).toHaveAttribute('aria-current', 'page');
  await hotkeys(page).getByRole('combobox', { name: 'Add a product' }).fill('KS-HO-SH-W');
  await page.getByRole('option', { name: /KS-HO-SH-W/ }).click();
  await hotkeys(page)
    .getByRole('region', { name: /^Key / })
    .locator('input[type=file]')
    .setInputFiles({ name: 'tall.bmp', mimeType: 'image/bmp', buffer: bitmap(20, 200) });
  const picture = cells(page).first().locator('img');
  await expect(picture).toHaveJSProperty('naturalHeight', 200);
  const [image, name] = await Promise.all([
    picture.boundingBox(),
    cells(page).first().getByText('Home shirt 2026, women').boundingBox(),
  ]);
  expect(image!.y + image!.height).toBeLessThanOrEqual(name!.y);

  const widthOf = async () => (await hotkeys(page).boundingBox())!.width;
  const before = await widthOf();
  await hotkeys(page).getByRole('button', { name: 'Full width' }).click();
  expect(await widthOf()).toBeGreaterThan(before);
  await expectAccessible(page, 'the designer of hotkeys in full width');
  await page.keyboard.press('Escape');
  expect(await widthOf()).toBe(before);
});
