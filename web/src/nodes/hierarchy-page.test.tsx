import { type NodeId, type NodeRow, type Node, nodes } from '@storeward/contract/nodes';
import { users } from '@storeward/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, answerRaw, refuse } from '../../test/answer.ts';
import type { Heard } from '../../test/answer.ts';
import { aPerson, someTokens } from '../../test/person.ts';
import { startPortal } from '../../test/portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { restore } from '../platform/session.ts';
import { keepTokens } from '../platform/tokens.ts';
import { HierarchyPage } from './hierarchy-page.tsx';

const idOf = (number: number) => `0199b000-0000-7000-8000-${String(number).padStart(12, '0')}` as NodeId;

const row = (number: number, parent: number | null, wishes: Partial<NodeRow>): NodeRow => ({
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
  ...wishes,
});

const kestrel = row(1, null, { name: 'Kestrel Sports', nodeType: 'ORGANIZATION', childCount: 2, storeCount: 1584 });
const britain = row(2, 1, { name: 'Kestrel UK', nodeType: 'COMPANY', childCount: 3, storeCount: 6, isOverride: true });
const america = row(3, 1, { name: 'Kestrel USA', nodeType: 'COMPANY', childCount: 169, storeCount: 1565 });
const york = row(4, 2, { name: 'York Coppergate', status: false });
const twins = [5, 6].map((number) => row(number, 2, { name: 'Harbour' }));
const states = Array.from({ length: 169 }, (_, at) =>
  row(100 + at, 3, { name: `State ${String(at + 1).padStart(3, '0')}`, nodeType: 'TRADING_REGION', storeCount: at }),
);
const all = [kestrel, britain, america, york, ...twins, ...states];

const rowOf = (id: string) => all.find(({ nodeId }) => nodeId === id)!;
const childrenOf = (id: string) => all.filter(({ parentId }) => parentId === id);

function pathOf({ parentId }: NodeRow): Node['path'] {
  if (!parentId) return [];
  const parent = rowOf(parentId);
  return [...pathOf(parent), { id: parent.nodeId, name: parent.name, nodeType: parent.nodeType }];
}

const whole = (node: NodeRow): Node => ({
  ...node,
  path: pathOf(node),
  address: null,
  country: 'US',
  timeZone: null,
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

const idIn = ({ path }: Heard) => path.split('/')[3]!;

let heard: Heard[];

beforeEach(async () => {
  // The pretend browser lays nothing out, so the tree is given a height to fill.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(720);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(432);
  heard = await startPortal();
  answer(nodes.get, (asked) => whole(rowOf(idIn(asked))));
  answer(nodes.children, (asked) => {
    const [page, size] = [Number(asked.query.get('page')), Number(asked.query.get('size'))];
    const below = childrenOf(idIn(asked));
    return { result: below.slice(page * size, (page + 1) * size), total: below.length };
  });
  answer(nodes.search, ({ query }) => {
    const found = all.filter(({ name }) => name.toLowerCase().includes(query.get('search') ?? ''));
    const [page, size] = [Number(query.get('page')), Number(query.get('size'))];
    return {
      result: found.slice(page * size, (page + 1) * size).map((node) => ({ ...node, path: pathOf(node) })),
      total: found.length,
    };
  });
  answer(users.get, aPerson({ may: ['LIST_NODE_STRUCTURE'], rootNodeId: kestrel.nodeId, rootNode: 'ORGANIZATION' }));
  keepTokens(someTokens());
  await restore();
});

const open = (query = '') => renderAt(`/structure/hierarchy${query}`, <HierarchyPage />);
const line = (name: RegExp) => screen.findByRole('treeitem', { name });
const askedFor = ({ nodeId }: NodeRow, page: number) =>
  heard.some(({ path, query }) => path.endsWith(`${nodeId}/children`) && query.get('page') === String(page));
const panel = () => within(screen.getByRole('region', { name: 'Selected node' }));

describe('the tree', () => {
  test('starts at the reader’s own place, opened, with its figures beside it', async () => {
    await open();
    expect((await line(/Kestrel Sports/)).getAttribute('aria-expanded')).toBe('true');
    expect((await line(/Kestrel UK/)).textContent).toContain('6');
    expect(await panel().findByRole('heading', { name: 'Kestrel Sports' })).toBeDefined();
    expect(screen.getByRole('heading', { level: 1, name: 'Hierarchy' })).toBeDefined();
  });

  test('marks a place whose settings are overridden, and one that is switched off', async () => {
    const { user } = await open();
    const uk = await line(/Kestrel UK/);
    expect(within(uk).getByRole('img', { name: 'Settings are overridden here' })).toBeDefined();
    await user.click(uk);
    await user.keyboard('{ArrowRight}');
    expect((await line(/York Coppergate/)).textContent).toContain('Disabled');
  });

  test('is walked into with two presses of a key, however long the places below take to come', async () => {
    const { user } = await open();
    await line(/Kestrel UK/);
    const held = Promise.withResolvers<void>();
    answer(nodes.children, async (asked) => {
      await held.promise;
      const below = childrenOf(idIn(asked));
      return { result: below, total: below.length };
    });
    const tree = screen.getByRole('tree');
    tree.focus();
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
    expect(tree.getAttribute('aria-activedescendant')).toContain(britain.nodeId);
    held.resolve();
    await waitFor(() => expect(tree.getAttribute('aria-activedescendant')).toContain(york.nodeId));
  });

  test('tells neighbours of the same name apart by their codes', async () => {
    await open(`?node=${twins[0]!.nodeId}`);
    const [first, second] = await screen.findAllByRole('treeitem', { name: /Harbour/ });
    expect([first?.textContent, second?.textContent]).toEqual(['Harbour· C-5', 'Harbour· C-6']);
    expect((await line(/York Coppergate/)).textContent).not.toContain('C-4');
  });

  test('keeps the chosen place in the address and tells all about it', async () => {
    const { user, address } = await open();
    await user.click(await line(/Kestrel UK/));
    expect(await panel().findByRole('heading', { name: 'Kestrel UK' })).toBeDefined();
    expect(address()).toBe(`/structure/hierarchy?node=${britain.nodeId}`);
    expect(panel().getByText('C-2')).toBeDefined();
    expect(panel().getByText('United States')).toBeDefined();
    expect(panel().getByRole('link', { name: 'Kestrel Sports' }).getAttribute('href')).toBe(
      `/structure/hierarchy?node=${kestrel.nodeId}`,
    );
  });

  test('lets nobody act on the place before while the chosen one is awaited', async () => {
    const { user } = await open();
    const before = await panel().findByRole('heading', { name: 'Kestrel Sports' });
    const held = Promise.withResolvers<void>();
    answer(nodes.get, async (asked) => {
      await held.promise;
      return whole(rowOf(idIn(asked)));
    });
    expect(before.closest('[inert]')).toBeNull();
    await user.click(await line(/Kestrel UK/));
    expect(before.closest('[inert]')).not.toBeNull();
    held.resolve();
    expect((await panel().findByRole('heading', { name: 'Kestrel UK' })).closest('[inert]')).toBeNull();
  });

  test('loads the places below one a hundred at a time', async () => {
    const { user } = await open(`?node=${america.nodeId}`);
    const tree = await screen.findByRole('tree');
    await line(/Kestrel USA/);
    tree.focus();
    await user.keyboard('{ArrowRight}');
    await line(/State 001/);
    await user.keyboard('{End}');
    expect(screen.getByText('Show 69 more')).toBeDefined();
    expect(askedFor(america, 1)).toBe(false);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(askedFor(america, 1)).toBe(true));
    await waitFor(() => expect(screen.queryByText('Show 69 more')).toBeNull());
    await user.keyboard('{End}');
    expect(await line(/State 169/)).toBeDefined();
    expect(screen.getAllByRole('treeitem').length).toBeLessThan(60);
  });

  test('opens down to the place in the address, however far along its neighbours it stands', async () => {
    const last = states[160]!;
    await open(`?node=${last.nodeId}`);
    await waitFor(() => expect(askedFor(america, 1)).toBe(true));
    expect(await panel().findByRole('heading', { name: last.name })).toBeDefined();
    await waitFor(() => expect(document.querySelector('[aria-selected="true"]')?.textContent).toContain(last.name));
  });

  test('says of one branch that it could not be loaded, and tries again', async () => {
    answerRaw(nodes.children, 503);
    const { user } = await open();
    await line(/These could not be loaded/);
    answer(nodes.children, { result: [britain], total: 1 });
    await user.click(screen.getByText('Try again'));
    expect(await line(/Kestrel UK/)).toBeDefined();
  });
});

describe('the panel', () => {
  test('says the same of a place that is absent as of one outside the reader’s area, and leads back', async () => {
    refuse(nodes.get, 'node.unknown');
    const { user, address } = await open(`?node=${idOf(9)}`);
    expect(await panel().findByText('This place does not exist, or lies outside your area.')).toBeDefined();
    await user.click(panel().getByRole('button', { name: 'To the top of your area' }));
    await waitFor(() => expect(address()).toBe('/structure/hierarchy'));
  });

  test('says that a place could not be loaded, and tries again', async () => {
    answerRaw(nodes.get, 503);
    const { user } = await open();
    await panel().findByText('This node could not be loaded');
    answer(nodes.get, whole(kestrel));
    await user.click(panel().getByRole('button', { name: 'Try again' }));
    expect(await panel().findByRole('heading', { name: 'Kestrel Sports' })).toBeDefined();
  });

  test('opens a place below from the table', async () => {
    const { user } = await open();
    await user.click(await panel().findByRole('link', { name: 'Kestrel USA' }));
    expect(await panel().findByRole('heading', { name: 'Kestrel USA' })).toBeDefined();
    expect(panel().getByText('The first 100 of 169. The tree shows all of them.')).toBeDefined();
  });
});

describe('searching', () => {
  test('lists what was found with full paths, and shows the chosen one in the tree', async () => {
    const { user, address } = await open();
    await user.type(screen.getByRole('searchbox', { name: 'Find a node by name or code' }), 'york{Enter}');
    const found = await screen.findByRole('link', { name: 'York Coppergate' });
    expect(screen.getByText('Kestrel Sports › Kestrel UK')).toBeDefined();
    expect(screen.getByText('C-4')).toBeDefined();
    expect(screen.getByText('1 node found')).toBeDefined();
    expect(address()).toBe('/structure/hierarchy?search=york');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(found);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe(`/structure/hierarchy?node=${york.nodeId}`));
    expect((await line(/York Coppergate/)).getAttribute('aria-selected')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tree')));
  });

  test('takes an open search and its page from the address', async () => {
    await open('?search=state&page=1');
    expect(await screen.findByRole('link', { name: 'State 026' })).toBeDefined();
    expect(screen.getByText('26–50 of 169')).toBeDefined();
  });

  test('says when nothing matches, and how to clear it', async () => {
    const { user } = await open('?search=nowhere');
    expect(await screen.findByText('No node matches “nowhere”')).toBeDefined();
    await user.click(screen.getAllByRole('button', { name: 'Clear search' })[1]!);
    expect(await line(/Kestrel UK/)).toBeDefined();
  });

  test('says that it could not be run, and tries again', async () => {
    answerRaw(nodes.search, 503);
    await open('?search=york');
    expect(await screen.findByText('The search could not be run')).toBeDefined();
  });
});

describe('where there is little room', () => {
  test('shows tree and place one at a time on a tablet, with the way back', async () => {
    window.happyDOM?.setViewport({ width: 800 });
    const { user } = await open();
    await user.click(await line(/Kestrel UK/));
    await panel().findByRole('heading', { name: 'Kestrel UK' });
    expect(screen.queryByRole('tree')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back to the tree' }));
    expect(await line(/Kestrel UK/)).toBeDefined();
  });

  test('shows one level at a time on a phone, with the way back up', async () => {
    window.happyDOM?.setViewport({ width: 390 });
    const { user } = await open();
    await user.click(await line(/Kestrel UK/));
    expect(await screen.findByRole('heading', { name: 'Kestrel UK' })).toBeDefined();
    expect(await line(/York Coppergate/)).toBeDefined();
    await user.click(screen.getByRole('tab', { name: 'Details' }));
    expect(await screen.findByText('C-2')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Back to Kestrel Sports' }));
    expect(await line(/Kestrel USA/)).toBeDefined();
  });
});
