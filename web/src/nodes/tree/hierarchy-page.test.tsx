import { type NodeId, type NodeRow, type Node, nodes } from '@storeward/contract/nodes';
import { users } from '@storeward/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { mockResponse, mockRawResponse, mockError } from '../../../test/mock-server.ts';
import type { RecordedRequest } from '../../../test/mock-server.ts';
import { createUser, createTokens } from '../../../test/create-user.ts';
import { startPortal } from '../../../test/start-portal.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { restoreSession } from '../../platform/session/session.ts';
import { storeTokens } from '../../platform/theme/tokens.ts';
import { HierarchyPage } from './hierarchy-page.tsx';
import { containing, phrase } from '../../../test/phrase.ts';

const idOf = (number: number) => `0199b000-0000-7000-8000-${String(number).padStart(12, '0')}` as NodeId;

const row = (number: number, parent: number | null, overrides: Partial<NodeRow>): NodeRow => ({
  nodeId: idOf(number),
  parentId: parent === null ? null : idOf(parent),
  name: '',
  code: `C-${number}`,
  nodeType: 'STORE',
  status: true,
  isOverride: false,
  region: [],
  childCount: 0,
  storeCount: 1,
  ...overrides,
});

const kestrel = row(1, null, { name: 'Kestrel Sports', nodeType: 'ORGANIZATION', childCount: 2, storeCount: 1584 });
const britain = row(2, 1, { name: 'Kestrel UK', nodeType: 'COMPANY', childCount: 3, storeCount: 6, isOverride: true });
const america = row(3, 1, { name: 'Kestrel USA', nodeType: 'COMPANY', childCount: 169, storeCount: 1565 });
const york = row(4, 2, { name: 'York Coppergate', status: false });
const twins = [5, 6].map((number) => row(number, 2, { name: 'Harbour' }));
const states = Array.from({ length: 169 }, (_, index) =>
  row(100 + index, 3, {
    name: `State ${String(index + 1).padStart(3, '0')}`,
    nodeType: 'TRADING_REGION',
    storeCount: index,
  }),
);
const all = [kestrel, britain, america, york, ...twins, ...states];

const rowOf = (id: string) => all.find(({ nodeId }) => nodeId === id)!;
const childrenOf = (id: string) => all.filter(({ parentId }) => parentId === id);

function pathOf({ parentId }: NodeRow): Node['path'] {
  if (!parentId) return [];
  const parent = rowOf(parentId);
  return [...pathOf(parent), { id: parent.nodeId, name: parent.name, nodeType: parent.nodeType }];
}

const toNode = (node: NodeRow): Node => ({
  ...node,
  path: pathOf(node),
  address: null,
  country: 'US',
  inheritedCountry: null,
  timeZone: null,
  latitude: null,
  longitude: null,
  phoneNumber: '',
  emailId: '',
  can: { view: true, edit: false, add: false, move: false, enable: false, delete: false },
  userCount: 7,
  deviceCount: 0,
  children: childrenOf(node.nodeId).slice(0, 100),
  createdDate: '2024-03-04T10:00:00Z',
  createdBy: null,
  updatedDate: '2026-11-18T10:00:00Z',
  updatedBy: null,
  version: 1,
});

const idIn = ({ path }: RecordedRequest) => path.split('/')[3]!;

let requests: RecordedRequest[];

beforeEach(async () => {
  // happy-dom has no layout, so the virtualised tree needs a size
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(720);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(432);
  requests = await startPortal();
  mockResponse(nodes.get, (request) => toNode(rowOf(idIn(request))));
  mockResponse(nodes.children, (request) => {
    const [page, size] = [Number(request.query.get('page')), Number(request.query.get('size'))];
    const below = childrenOf(idIn(request));
    return { result: below.slice(page * size, (page + 1) * size), total: below.length };
  });
  mockResponse(nodes.search, ({ query }) => {
    const matches = all.filter(({ name }) => name.toLowerCase().includes(query.get('search') ?? ''));
    const [page, size] = [Number(query.get('page')), Number(query.get('size'))];
    return {
      result: matches.slice(page * size, (page + 1) * size).map((node) => ({ ...node, path: pathOf(node) })),
      total: matches.length,
    };
  });
  mockResponse(users.get, createUser({ grantedPermissions: ['LIST_NODE_STRUCTURE'], rootNode: 'ORGANIZATION' }));
  storeTokens(createTokens(3600, undefined, { claims: { 'custom:rootNodeId': `NODE::${kestrel.nodeId}` } }));
  await restoreSession();
});

const renderPage = (query = '') => renderAt(`/structure/hierarchy${query}`, <HierarchyPage />);
const treeItem = (name: RegExp) => screen.findByRole('treeitem', { name });
const wasRequested = ({ nodeId }: NodeRow, page: number) =>
  requests.some(({ path, query }) => path.endsWith(`${nodeId}/children`) && query.get('page') === String(page));
const panel = () => within(screen.getByRole('region', { name: 'Selected location' }));

describe('the node tree', () => {
  test('starts at the user’s own root node, opened, with its figures beside it', async () => {
    await renderPage();
    expect((await treeItem(/Kestrel Sports/)).getAttribute('aria-expanded')).toBe('true');
    expect((await treeItem(/Kestrel UK/)).textContent).toContain('6');
    expect(await panel().findByRole('heading', { name: 'Kestrel Sports' })).toBeDefined();
    expect(screen.getByRole('heading', { level: 1, name: 'Hierarchy' })).toBeDefined();
  });

  test('marks a node with overridden settings and a disabled node', async () => {
    const { user } = await renderPage();
    const uk = await treeItem(/Kestrel UK/);
    expect(within(uk).getByRole('img', { name: phrase('nodes.tree.override') })).toBeDefined();
    await user.click(uk);
    await user.keyboard('{ArrowRight}');
    expect((await treeItem(/York Coppergate/)).textContent).toContain('Disabled');
  });

  test('moves into a branch with two arrow keys, even while its children are still loading', async () => {
    const { user } = await renderPage();
    await treeItem(/Kestrel UK/);
    const delayed = Promise.withResolvers<void>();
    mockResponse(nodes.children, async (request) => {
      await delayed.promise;
      const below = childrenOf(idIn(request));
      return { result: below, total: below.length };
    });
    const tree = screen.getByRole('tree');
    tree.focus();
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
    expect(tree.getAttribute('aria-activedescendant')).toContain(britain.nodeId);
    delayed.resolve();
    await waitFor(() => expect(tree.getAttribute('aria-activedescendant')).toContain(york.nodeId));
  });

  test('shows the codes of siblings with the same name', async () => {
    await renderPage(`?node=${twins[0]!.nodeId}`);
    const [first, second] = await screen.findAllByRole('treeitem', { name: /Harbour/ });
    expect([first?.textContent, second?.textContent]).toEqual(['Harbour· C-5', 'Harbour· C-6']);
    expect((await treeItem(/York Coppergate/)).textContent).not.toContain('C-4');
  });

  test('keeps the selected node in the URL and shows its details', async () => {
    const { user, currentUrl: address } = await renderPage();
    await user.click(await treeItem(/Kestrel UK/));
    expect(await panel().findByRole('heading', { name: 'Kestrel UK' })).toBeDefined();
    expect(address()).toBe(`/structure/hierarchy?node=${britain.nodeId}`);
    expect(panel().getByText('C-2')).toBeDefined();
    expect(panel().getByText('United States')).toBeDefined();
    expect(panel().getByRole('link', { name: 'Kestrel Sports' }).getAttribute('href')).toBe(
      `/structure/hierarchy?node=${kestrel.nodeId}`,
    );
  });

  test('makes the previous node inert while the selected one loads', async () => {
    const { user } = await renderPage();
    const before = await panel().findByRole('heading', { name: 'Kestrel Sports' });
    const delayed = Promise.withResolvers<void>();
    mockResponse(nodes.get, async (request) => {
      await delayed.promise;
      return toNode(rowOf(idIn(request)));
    });
    expect(before.closest('[inert]')).toBeNull();
    await user.click(await treeItem(/Kestrel UK/));
    expect(before.closest('[inert]')).not.toBeNull();
    delayed.resolve();
    expect((await panel().findByRole('heading', { name: 'Kestrel UK' })).closest('[inert]')).toBeNull();
  });

  test('loads the children of a node a hundred at a time', async () => {
    const { user } = await renderPage(`?node=${america.nodeId}`);
    const tree = await screen.findByRole('tree');
    await treeItem(/Kestrel USA/);
    tree.focus();
    await user.keyboard('{ArrowRight}');
    await treeItem(/State 001/);
    await user.keyboard('{End}');
    expect(screen.getByText('Show 69 more')).toBeDefined();
    expect(wasRequested(america, 1)).toBe(false);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(wasRequested(america, 1)).toBe(true));
    await waitFor(() => expect(screen.queryByText('Show 69 more')).toBeNull());
    await user.keyboard('{End}');
    expect(await treeItem(/State 169/)).toBeDefined();
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(60);
  });

  test('reveals the node in the URL, even if it is far down among its siblings', async () => {
    const last = states[160]!;
    await renderPage(`?node=${last.nodeId}`);
    await waitFor(() => expect(wasRequested(america, 1)).toBe(true));
    expect(await panel().findByRole('heading', { name: last.name })).toBeDefined();
    await waitFor(() => expect(document.querySelector('[aria-selected="true"]')?.textContent).toContain(last.name));
  });

  test('shows that the children of a node could not be loaded, and retries', async () => {
    mockRawResponse(nodes.children, 503);
    const { user } = await renderPage();
    await treeItem(containing('nodes.tree.branchFailed'));
    mockResponse(nodes.children, { result: [britain], total: 1 });
    await user.click(screen.getByText('Try again'));
    expect(await treeItem(/Kestrel UK/)).toBeDefined();
  });
});

describe('the node panel', () => {
  test('shows the same message for an unknown node as for one outside the user’s area, with a link to the root', async () => {
    mockError(nodes.get, 'node.unknown');
    const { user, currentUrl: address } = await renderPage(`?node=${idOf(9)}`);
    expect(await panel().findByText(phrase('errors.node.unknown'))).toBeDefined();
    await user.click(panel().getByRole('button', { name: phrase('nodes.unknown.toRoot') }));
    await waitFor(() => expect(address()).toBe('/structure/hierarchy'));
  });

  test('shows that a node could not be loaded, and retries', async () => {
    mockRawResponse(nodes.get, 503);
    const { user } = await renderPage();
    await panel().findByText(phrase('nodes.panel.failed'));
    mockResponse(nodes.get, toNode(kestrel));
    await user.click(panel().getByRole('button', { name: 'Try again' }));
    expect(await panel().findByRole('heading', { name: 'Kestrel Sports' })).toBeDefined();
  });

  test('opens a child node from the table', async () => {
    const { user } = await renderPage();
    await user.click(await panel().findByRole('link', { name: 'Kestrel USA' }));
    expect(await panel().findByRole('heading', { name: 'Kestrel USA' })).toBeDefined();
    expect(panel().getByText(phrase('nodes.children.truncated', { shown: '100', total: '169' }))).toBeDefined();
  });
});

describe('the node search', () => {
  test('lists results with full paths, and shows the chosen one in the tree', async () => {
    const { user, currentUrl: address } = await renderPage();
    await user.type(screen.getByRole('searchbox', { name: phrase('nodes.search.label') }), 'york{Enter}');
    const matches = await screen.findByRole('link', { name: 'York Coppergate' });
    expect(screen.getByText('Kestrel Sports › Kestrel UK')).toBeDefined();
    expect(screen.getByText('C-4')).toBeDefined();
    expect(screen.getByText('1 location found')).toBeDefined();
    expect(address()).toBe('/structure/hierarchy?search=york');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(matches);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe(`/structure/hierarchy?node=${york.nodeId}`));
    expect((await treeItem(/York Coppergate/)).getAttribute('aria-selected')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tree')));
  });

  test('reads the search text and page from the URL', async () => {
    await renderPage('?search=state&page=1');
    expect(await screen.findByRole('link', { name: 'State 026' })).toBeDefined();
    expect(screen.getByText('26–50 of 169')).toBeDefined();
  });

  test('shows that nothing matches, and a button that clears the search', async () => {
    const { user } = await renderPage('?search=nowhere');
    expect(await screen.findByText(phrase('nodes.search.noMatch', { search: 'nowhere' }))).toBeDefined();
    await user.click(screen.getAllByRole('button', { name: 'Clear search' })[1]!);
    expect(await treeItem(/Kestrel UK/)).toBeDefined();
  });

  test('shows that the search failed', async () => {
    mockRawResponse(nodes.search, 503);
    await renderPage('?search=york');
    expect(await screen.findByText('The search failed')).toBeDefined();
  });
});

describe('the hierarchy on small screens', () => {
  test('shows either the tree or the node on a tablet, with a button back', async () => {
    window.happyDOM?.setViewport({ width: 800 });
    const { user } = await renderPage();
    await user.click(await treeItem(/Kestrel UK/));
    await panel().findByRole('heading', { name: 'Kestrel UK' });
    expect(screen.queryByRole('tree')).toBeNull();
    await user.click(screen.getByRole('button', { name: phrase('nodes.panel.back') }));
    expect(await treeItem(/Kestrel UK/)).toBeDefined();
  });

  test('shows one level at a time on a phone, with a button to the parent', async () => {
    window.happyDOM?.setViewport({ width: 390 });
    const { user } = await renderPage();
    await user.click(await treeItem(/Kestrel UK/));
    expect(await screen.findByRole('heading', { name: 'Kestrel UK' })).toBeDefined();
    expect(await treeItem(/York Coppergate/)).toBeDefined();
    await user.click(screen.getByRole('tab', { name: 'Details' }));
    expect(await screen.findByText('C-2')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Back to Kestrel Sports' }));
    expect(await treeItem(/Kestrel USA/)).toBeDefined();
  });
});
