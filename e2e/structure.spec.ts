import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';
import { containing, phrase } from '../web/test/phrase.ts';

const tree = (page: Page) => page.getByRole('tree', { name: phrase('nodes.tree.label') });
const treeItem = (page: Page, name: RegExp) => tree(page).getByRole('treeitem', { name });
const activeItemText = (page: Page) =>
  tree(page).evaluate(
    (element) => document.getElementById(element.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '',
  );
const nodePanel = (page: Page) => page.getByRole('region', { name: 'Selected location' });
const searchField = (page: Page) => page.getByRole('searchbox', { name: phrase('nodes.search.label') });
const results = (page: Page) => page.getByRole('list', { name: 'Locations found' }).getByRole('listitem');

/** Expects that only the visible rows of the tree are rendered, however many nodes are loaded. */
const expectFewRows = (page: Page) =>
  expect.poll(() => tree(page).getByRole('treeitem').count(), 'lines drawn').toBeLessThan(60);

test('the tree shows the 1,565 stores of the United States and requests children only when a node is opened', async ({
  openAs,
  page,
}) => {
  const childRequests: string[] = [];
  page.on('request', (request) => request.url().includes('/children') && childRequests.push(request.url()));
  await openAs('org.admin', '/structure/hierarchy');
  await expect(treeItem(page, /^Kestrel USA/)).toContainText('1,565');
  await expect(treeItem(page, /^Kestrel UK/)).toContainText('6');
  await expect.poll(() => childRequests.length).toBe(1);
  await treeItem(page, /^Kestrel USA/)
    .locator('[aria-hidden] svg')
    .first()
    .click();
  await expect(treeItem(page, /^Alabama/)).toBeVisible();
  await expect.poll(() => childRequests.length).toBe(2);
  await treeItem(page, /^Alabama/)
    .locator('[aria-hidden] svg')
    .first()
    .click();
  await expect(treeItem(page, /^Alabama/)).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(() => childRequests.length).toBe(3);
});

test('more than a hundred children load a hundred at a time, and only visible rows are rendered', async ({
  openAs,
  page,
}) => {
  await openAs('org.admin', '/structure/hierarchy');
  await treeItem(page, /^Kestrel USA/).click();
  await expect(nodePanel(page).getByRole('heading', { name: 'Kestrel USA' })).toBeVisible();
  await tree(page).press('ArrowRight');
  await expect(treeItem(page, /^Alabama/)).toBeVisible();
  await tree(page).pressSequentially('california');
  await expect.poll(() => activeItemText(page)).toMatch(/^California/);
  await tree(page).press('ArrowRight');
  await tree(page).press('ArrowRight');
  await expect.poll(() => activeItemText(page)).not.toMatch(/^California/);
  await tree(page).press('*');
  await tree(page).press('End');
  await expect.poll(() => activeItemText(page)).toMatch(/^Wyoming/);
  await expectFewRows(page);
  await tree(page).press('Home');
  await expect.poll(() => activeItemText(page)).toMatch(/^Kestrel Sports/);
  await expectFewRows(page);
});

test('the keyboard alone navigates down to a store and back up', async ({ openAs, page }) => {
  await openAs('company.admin', '/structure/hierarchy');
  await expect(treeItem(page, /^North/)).toBeVisible();
  await tree(page).focus();
  await tree(page).press('ArrowDown');
  await expect.poll(() => activeItemText(page)).toMatch(/^North/);
  await tree(page).press('ArrowRight');
  await expect(treeItem(page, /^Yorkshire/)).toBeVisible();
  await tree(page).press('ArrowDown');
  await expect.poll(() => activeItemText(page)).toMatch(/^Lancashire/);
  await tree(page).press('ArrowDown');
  await tree(page).press('ArrowRight');
  await expect(treeItem(page, /^York Coppergate/)).toBeVisible();
  await tree(page).press('y');
  await tree(page).press('Enter');
  await expect(nodePanel(page).getByRole('heading', { level: 2 })).toHaveText('York Coppergate');
  await expect(page).toHaveURL(/\?node=[0-9a-f-]{36}$/);
  await expect(nodePanel(page)).toContainText('7 Coppergate Walk');
  await tree(page).press('ArrowLeft');
  await expect.poll(() => activeItemText(page)).toMatch(/^Yorkshire/);
  await tree(page).press('ArrowLeft');
  await expect(treeItem(page, /^York Coppergate/)).toHaveCount(0);
});

test('a store is found by its code with its full path, and opens in the tree', async ({ openAs, page }) => {
  await openAs('org.admin', '/structure/hierarchy');
  await searchField(page).fill('UK-103');
  await expect(results(page)).toHaveCount(1);
  await expect(results(page)).toContainText('York Coppergate');
  await expect(results(page)).toContainText('Kestrel Sports › Kestrel UK › North › Yorkshire');
  await expect(page).toHaveURL(/\?search=UK-103$/);
  await results(page).getByRole('link').click();
  await expect(treeItem(page, /^York Coppergate/)).toHaveAttribute('aria-selected', 'true');
  await expect(treeItem(page, /^Yorkshire/)).toHaveAttribute('aria-expanded', 'true');
  await expect(nodePanel(page).getByRole('heading', { level: 2 })).toHaveText('York Coppergate');
  await page.reload();
  await expect(treeItem(page, /^York Coppergate/)).toHaveAttribute('aria-selected', 'true');
});

test('nodes are found by part of their name regardless of accents and case, in pages', async ({ openAs, page }) => {
  await openAs('org.admin', '/structure/hierarchy');
  await searchField(page).fill('SAN');
  await expect(page.getByRole('status')).toContainText('locations found');
  await expect(results(page)).toHaveCount(25);
  await expect(results(page).filter({ has: page.getByRole('link', { name: /san/i }) })).toHaveCount(25);
  await expect(results(page).first()).toContainText('Kestrel Sports › ');
  const firstResult = await results(page).first().innerText();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(results(page).first()).not.toHaveText(firstResult);
  await searchField(page).fill('késtrel CHINA');
  await expect(results(page)).toHaveCount(1);
  await searchField(page).fill('nowhere-at-all');
  await expect(
    page.getByRole('heading', { name: phrase('nodes.search.noMatch', { search: 'nowhere-at-all' }) }),
  ).toBeVisible();
  await searchField(page).press('Escape');
  await expect(treeItem(page, /^Kestrel UK/)).toBeVisible();
});

test('a node far down a long branch is found and revealed in the tree, with few rendered rows', async ({
  openAs,
  page,
}) => {
  await openAs('org.admin', '/structure/hierarchy');
  await searchField(page).fill('wyoming');
  await results(page).filter({ hasText: 'US-WY' }).first().getByRole('link').click();
  await expect(tree(page).locator('[aria-selected="true"]')).toBeInViewport();
  await expectFewRows(page);
});

test('a disabled store and one with overrides are marked', async ({ openAs, page }) => {
  await openAs('company.admin', '/structure/hierarchy');
  await searchField(page).fill('Southampton');
  await expect(results(page)).toContainText('Disabled');
  await results(page).getByRole('link').click();
  await expect(treeItem(page, /^Southampton Above Bar/)).toContainText('Disabled');
  await searchField(page).fill('York Coppergate');
  await results(page).getByRole('link').click();
  await expect(
    treeItem(page, /^York Coppergate/).getByRole('img', { name: phrase('nodes.tree.override') }),
  ).toBeVisible();
});

test('the region manager sees North with its descendants and nothing else', async ({
  openAs,
  page,
  tokensFor,
  product,
}) => {
  const { accessToken } = await tokensFor('org.admin');
  const { body } = await product.request({
    host: 'kestrel.localhost',
    path: '/node-management/node/search?search=UK-SOUTH&size=1',
    token: accessToken,
  });
  await openAs('region.manager', '/structure/hierarchy');
  await expect(tree(page).getByRole('treeitem')).toHaveText([/^North/, /^Lancashire/, /^Yorkshire/]);
  await searchField(page).fill('South');
  await expect(page.getByRole('heading', { name: phrase('nodes.search.noMatch', { search: 'South' }) })).toBeVisible();
  await page.goto(`${product.urlOf('kestrel.localhost')}/structure/hierarchy?node=${body.result[0].nodeId}`);
  await expect(nodePanel(page).getByText(phrase('errors.node.unknown'))).toBeVisible();
  await expect(page.getByText('Kestrel UK', { exact: true })).toHaveCount(0);
});

test('the store manager sees only the own store', async ({ openAs, page }) => {
  await openAs('store.manager', '/structure/hierarchy');
  await expect(tree(page).getByRole('treeitem')).toHaveText([/^Leeds Briggate/]);
  await expect(nodePanel(page)).toContainText('118 Briggate');
});

test('a branch that cannot be loaded shows an error in the tree, and a retry loads it', async ({ openAs, page }) => {
  await page.route('**/children?*', (route) => route.abort());
  await openAs('company.admin', '/structure/hierarchy');
  const errorItem = treeItem(page, containing('nodes.tree.branchFailed'));
  await expect(errorItem).toBeVisible();
  await page.unroute('**/children?*');
  await errorItem.click();
  await expect(treeItem(page, /^North/)).toBeVisible();
});

test('the user count of a node links to its users, and from there back to all users', async ({ openAs, page }) => {
  await openAs('org.admin', '/structure/hierarchy');
  await page.getByRole('treeitem', { name: /Kestrel UK/ }).click();
  const userLink = page.getByRole('region', { name: 'Selected location' }).getByRole('link', { name: /users$/ });
  await expect(page.getByRole('heading', { level: 2, name: 'Kestrel UK' })).toBeVisible();
  const userCount = (await userLink.innerText()).match(/[\d,]+/)![0];
  await userLink.click();
  await expect(page).toHaveURL(/\/users\?node=/);
  await expect(page.getByRole('status').filter({ hasText: `${userCount} users` })).toBeVisible();
  await expect(page.getByRole('main').getByText('Kestrel UK', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: phrase('users.list.allNodes') }).click();
  await expect(page).toHaveURL(/\/users$/);
  await expect(page.getByRole('status').filter({ hasText: '150 users' })).toBeVisible();
});
