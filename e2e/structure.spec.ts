import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

const tree = (page: Page) => page.getByRole('tree', { name: 'Nodes of your area' });
const item = (page: Page, name: RegExp) => tree(page).getByRole('treeitem', { name });
const active = (page: Page) =>
  tree(page).evaluate(
    (box) => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '',
  );
const panel = (page: Page) => page.getByRole('region', { name: 'Selected node' });
const find = (page: Page) => page.getByRole('searchbox', { name: 'Find a node by name or code' });
const found = (page: Page) => page.getByRole('list', { name: 'Nodes found' }).getByRole('listitem');

/** More lines than fit on a screen are never drawn, however many places there are. */
const expectFewLines = (page: Page) =>
  expect.poll(() => tree(page).getByRole('treeitem').count(), 'lines drawn').toBeLessThan(60);

test('the tree counts the 1,565 stores of the United States and asks for places only when one is opened', async ({
  enter,
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/children') && asked.push(request.url()));
  await enter('org.admin', '/structure/hierarchy');
  await expect(item(page, /^Kestrel USA/)).toContainText('1,565');
  await expect(item(page, /^Kestrel UK/)).toContainText('6');
  await expect.poll(() => asked.length).toBe(1);
  await item(page, /^Kestrel USA/)
    .locator('[aria-hidden] svg')
    .first()
    .click();
  await expect(item(page, /^Alabama/)).toBeVisible();
  await expect.poll(() => asked.length).toBe(2);
  await item(page, /^Alabama/)
    .locator('[aria-hidden] svg')
    .first()
    .click();
  await expect(item(page, /^Alabama/)).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(() => asked.length).toBe(3);
});

test('more than a hundred places come by the hundred, and only those in sight are drawn', async ({ enter, page }) => {
  await enter('org.admin', '/structure/hierarchy');
  await item(page, /^Kestrel USA/).click();
  await expect(panel(page).getByRole('heading', { name: 'Kestrel USA' })).toBeVisible();
  await tree(page).press('ArrowRight');
  await expect(item(page, /^Alabama/)).toBeVisible();
  await tree(page).pressSequentially('california');
  await expect.poll(() => active(page)).toMatch(/^California/);
  await tree(page).press('ArrowRight');
  await tree(page).press('ArrowRight');
  await expect.poll(() => active(page)).not.toMatch(/^California/);
  await tree(page).press('*');
  await tree(page).press('End');
  await expect.poll(() => active(page)).toMatch(/^Wyoming/);
  await expectFewLines(page);
  await tree(page).press('Home');
  await expect.poll(() => active(page)).toMatch(/^Kestrel Sports/);
  await expectFewLines(page);
});

test('the keyboard alone walks down to a store and back up again', async ({ enter, page }) => {
  await enter('company.admin', '/structure/hierarchy');
  await expect(item(page, /^North/)).toBeVisible();
  await tree(page).focus();
  await tree(page).press('ArrowDown');
  await expect.poll(() => active(page)).toMatch(/^North/);
  await tree(page).press('ArrowRight');
  await expect(item(page, /^Yorkshire/)).toBeVisible();
  await tree(page).press('ArrowDown');
  await expect.poll(() => active(page)).toMatch(/^Lancashire/);
  await tree(page).press('ArrowDown');
  await tree(page).press('ArrowRight');
  await expect(item(page, /^York Coppergate/)).toBeVisible();
  await tree(page).press('y');
  await tree(page).press('Enter');
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('York Coppergate');
  await expect(page).toHaveURL(/\?node=[0-9a-f-]{36}$/);
  await expect(panel(page)).toContainText('7 Coppergate Walk');
  await tree(page).press('ArrowLeft');
  await expect.poll(() => active(page)).toMatch(/^Yorkshire/);
  await tree(page).press('ArrowLeft');
  await expect(item(page, /^York Coppergate/)).toHaveCount(0);
});

test('a store is found by its code, with its whole path, and opens in the tree', async ({ enter, page }) => {
  await enter('org.admin', '/structure/hierarchy');
  await find(page).fill('UK-103');
  await expect(found(page)).toHaveCount(1);
  await expect(found(page)).toContainText('York Coppergate');
  await expect(found(page)).toContainText('Kestrel Sports › Kestrel UK › North › Yorkshire');
  await expect(page).toHaveURL(/\?search=UK-103$/);
  await found(page).getByRole('link').click();
  await expect(item(page, /^York Coppergate/)).toHaveAttribute('aria-selected', 'true');
  await expect(item(page, /^Yorkshire/)).toHaveAttribute('aria-expanded', 'true');
  await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText('York Coppergate');
  await page.reload();
  await expect(item(page, /^York Coppergate/)).toHaveAttribute('aria-selected', 'true');
});

test('places are found by part of their name, accents and case aside, by the page', async ({ enter, page }) => {
  await enter('org.admin', '/structure/hierarchy');
  await find(page).fill('SAN');
  await expect(page.getByRole('status')).toContainText('nodes found');
  await expect(found(page)).toHaveCount(25);
  await expect(found(page).filter({ has: page.getByRole('link', { name: /san/i }) })).toHaveCount(25);
  await expect(found(page).first()).toContainText('Kestrel Sports › ');
  const first = await found(page).first().innerText();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(found(page).first()).not.toHaveText(first);
  await find(page).fill('késtrel CHINA');
  await expect(found(page)).toHaveCount(1);
  await find(page).fill('nowhere-at-all');
  await expect(page.getByRole('heading', { name: 'No node matches “nowhere-at-all”' })).toBeVisible();
  await find(page).press('Escape');
  await expect(item(page, /^Kestrel UK/)).toBeVisible();
});

test('a place far down a long branch is found and shown in the tree, with few lines drawn', async ({ enter, page }) => {
  await enter('org.admin', '/structure/hierarchy');
  await find(page).fill('wyoming');
  await found(page).filter({ hasText: 'US-WY' }).first().getByRole('link').click();
  await expect(tree(page).locator('[aria-selected="true"]')).toBeInViewport();
  await expectFewLines(page);
});

test('a disabled store says so, and an overriding one is marked', async ({ enter, page }) => {
  await enter('company.admin', '/structure/hierarchy');
  await find(page).fill('Southampton');
  await expect(found(page)).toContainText('Disabled');
  await found(page).getByRole('link').click();
  await expect(item(page, /^Southampton Above Bar/)).toContainText('Disabled');
  await find(page).fill('York Coppergate');
  await found(page).getByRole('link').click();
  await expect(item(page, /^York Coppergate/).getByRole('img', { name: 'Settings are overridden here' })).toBeVisible();
});

test('the region manager sees North and what lies below, and nothing beside it', async ({
  enter,
  page,
  tokensOf,
  product,
}) => {
  const { accessToken } = await tokensOf('org.admin');
  const { body } = await product.ask({
    host: 'kestrel.localhost',
    path: '/node-management/node/search?search=UK-SOUTH&size=1',
    token: accessToken,
  });
  await enter('region.manager', '/structure/hierarchy');
  await expect(tree(page).getByRole('treeitem')).toHaveText([/^North/, /^Lancashire/, /^Yorkshire/]);
  await find(page).fill('South');
  await expect(page.getByRole('heading', { name: 'No node matches “South”' })).toBeVisible();
  await page.goto(`${product.at('kestrel.localhost')}/structure/hierarchy?node=${body.result[0].nodeId}`);
  await expect(panel(page).getByText('This place does not exist, or lies outside your area.')).toBeVisible();
  await expect(page.getByText('Kestrel UK', { exact: true })).toHaveCount(0);
});

test('the store manager sees the own store alone', async ({ enter, page }) => {
  await enter('store.manager', '/structure/hierarchy');
  await expect(tree(page).getByRole('treeitem')).toHaveText([/^Leeds Briggate/]);
  await expect(panel(page)).toContainText('118 Briggate');
});

test('a branch that cannot be loaded says so in its place, and one more try brings it', async ({ enter, page }) => {
  await page.route('**/children?*', (route) => route.abort());
  await enter('company.admin', '/structure/hierarchy');
  const failed = item(page, /These could not be loaded/);
  await expect(failed).toBeVisible();
  await page.unroute('**/children?*');
  await failed.click();
  await expect(item(page, /^North/)).toBeVisible();
});

test('the number of users of a place leads to them, and from them back to all', async ({ enter, page }) => {
  await enter('org.admin', '/structure/hierarchy');
  await page.getByRole('treeitem', { name: /Kestrel UK/ }).click();
  const figure = page.getByRole('region', { name: 'Selected node' }).getByRole('link', { name: /users$/ });
  await expect(page.getByRole('heading', { level: 2, name: 'Kestrel UK' })).toBeVisible();
  const count = (await figure.innerText()).match(/[\d,]+/)![0];
  await figure.click();
  await expect(page).toHaveURL(/\/users\?node=/);
  await expect(page.getByRole('status').filter({ hasText: `${count} users` })).toBeVisible();
  await expect(page.getByRole('main').getByText('Kestrel UK', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Show the users of all places' }).click();
  await expect(page).toHaveURL(/\/users$/);
  await expect(page.getByRole('status').filter({ hasText: '170 users' })).toBeVisible();
});
