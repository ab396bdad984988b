import type { NodeType } from '@storeward/contract/access';
import { errors } from '@storeward/contract/errors';
import { typesAbove } from '@storeward/contract/nodes/node-types';
import { type NodeId, nodes, type NodeChoice } from '@storeward/contract/nodes';
import { users } from '@storeward/contract/users';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { mockResponse, type RecordedRequest } from '../../../test/mock-server.ts';
import { createUser, createTokens } from '../../../test/create-user.ts';
import { startPortal } from '../../../test/start-portal.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { restoreSession } from '../../platform/session/session.ts';
import { storeTokens } from '../../platform/theme/tokens.ts';
import { levelsToPick } from '../tree/node-levels.ts';
import { CascadingNodePicker } from './cascading-node-picker.tsx';

const idOf = (number: number) => `0199b000-0000-7000-8000-${String(number).padStart(12, '0')}` as NodeId;
type FixtureNode = Omit<NodeChoice, 'path' | 'code'> & { parentNumber: number };
const fixtureNode = (number: number, parentNumber: number, nodeType: NodeType, name: string) =>
  ({ nodeId: idOf(number), parentNumber, nodeType, name }) satisfies FixtureNode;

const fixtureNodes = [
  fixtureNode(1, 0, 'ORGANIZATION', 'Kestrel Sports'),
  fixtureNode(2, 1, 'COMPANY', 'Kestrel UK'),
  fixtureNode(3, 1, 'COMPANY', 'Kestrel USA'),
  fixtureNode(4, 2, 'TRADING_REGION', 'North'),
  fixtureNode(5, 2, 'TRADING_REGION', 'South'),
  fixtureNode(6, 4, 'STORE_GROUP', 'Yorkshire'),
  fixtureNode(7, 6, 'SUB_STORE_GROUP', 'Kiosks'),
  fixtureNode(8, 6, 'STORE', 'Leeds Briggate'),
  fixtureNode(9, 4, 'STORE', 'Carlisle'),
  ...Array.from({ length: 120 }, (_, index) => fixtureNode(100 + index, 3, 'TRADING_REGION', `State ${1000 + index}`)),
];
const nodeNamed = (name: string) => fixtureNodes.find((node) => node.name === name)!;
const pathTo = ({ parentNumber }: FixtureNode): NodeChoice['path'] => {
  const parent = fixtureNodes.find(({ nodeId }) => nodeId === idOf(parentNumber));
  return parent ? [...pathTo(parent), { id: parent.nodeId, name: parent.name, nodeType: parent.nodeType }] : [];
};
const toChoice = ({ parentNumber, ...node }: FixtureNode): NodeChoice => ({
  ...node,
  code: `C-${node.nodeId.slice(-3)}`,
  path: pathTo({ parentNumber, ...node }),
});

let requests: RecordedRequest[];

beforeEach(async () => {
  requests = await startPortal();
  mockResponse(nodes.choices, ({ query }) => {
    const [nodeId, parentId] = [query.get('nodeId'), query.get('parentId')];
    const choices = fixtureNodes
      .map(toChoice)
      .filter((node) => (nodeId ? node.nodeId === nodeId : node.nodeType === query.get('nodeType')))
      .filter(({ path }) => !parentId || path.some(({ id }) => id === parentId))
      .filter(({ name }) => name.toLowerCase().includes(query.get('search') ?? ''));
    const [page, size] = [Number(query.get('page') ?? 0), Number(query.get('size') ?? 10)];
    return { result: choices.slice(page * size, (page + 1) * size), total: choices.length };
  });
});

let chosen: NodeId | '';

function PickerHost({ targets, start = '' }: { targets: readonly NodeType[]; start?: NodeId | '' }) {
  const [value, setValue] = useState<NodeId | ''>(start);
  const handleChange = (id: NodeId | '') => {
    chosen = id;
    setValue(id);
  };
  return <CascadingNodePicker targets={targets} value={value} onChange={handleChange} error="Required" />;
}

/** Renders the picker for a user with this root node. */
async function renderPicker(rootName: string, targets: readonly NodeType[], start?: NodeId) {
  const { nodeId: rootNodeId, nodeType: rootNode } = nodeNamed(rootName);
  chosen = start ?? '';
  const assigned = { rootNodeId, rootNode, organizationId: idOf(1) };
  mockResponse(users.get, createUser({ grantedPermissions: ['CREATE_USER'], ...assigned }));
  storeTokens(createTokens());
  await restoreSession();
  const rendered = await renderAt('/users', <PickerHost targets={targets} {...(start && { start })} />);
  await waitFor(() => expect(requests.some(({ query }) => query.get('nodeId') === rootNodeId)).toBe(true));
  return rendered;
}

const levelField = (name: string) => screen.findByRole<HTMLInputElement>('combobox', { name: new RegExp(`^${name}`) });
const textOf = async (name: string) => (await levelField(name)).value;
const isEnabled = async (name: string) => !(await levelField(name)).disabled;
const choose = async (user: Awaited<ReturnType<typeof renderPicker>>['user'], name: string, text: string) => {
  const field = await levelField(name);
  await waitFor(() => expect(field.disabled).toBe(false));
  await user.clear(field);
  await user.type(field, text);
  await user.click(await screen.findByRole('option', { name: new RegExp(text, 'i') }));
};

describe('the levels of the cascading picker for a store', () => {
  const storeLevels = ['COMPANY', 'TRADING_REGION', 'STORE_GROUP', 'STORE'];
  test.for([
    ['ORGANIZATION', []],
    ['COMPANY', storeLevels.slice(0, 1)],
    ['TRADING_REGION', storeLevels.slice(0, 2)],
    ['STORE_GROUP', storeLevels.slice(0, 3)],
    ['STORE', storeLevels],
  ] as const)('are the four levels; for a root node of type %s these are fixed: %s', ([ownType, fixedTypes]) => {
    const levels = levelsToPick(['STORE'], ownType);
    expect(levels.map(({ type }) => type)).toEqual(storeLevels);
    expect(levels.filter(({ fixed }) => fixed).map(({ type }) => type)).toEqual(fixedTypes);
  });

  test('are none for platform users', () => {
    expect(levelsToPick(['STORE'], 'GLOBAL')).toEqual([]);
  });

  test.for([
    ['COMPANY', [], []],
    ['TRADING_REGION', ['COMPANY'], []],
    ['STORE_GROUP', ['COMPANY', 'TRADING_REGION'], []],
    ['SUB_STORE_GROUP', ['COMPANY', 'TRADING_REGION', 'STORE_GROUP'], []],
    ['STORE', ['COMPANY', 'TRADING_REGION', 'STORE_GROUP', 'SUB_STORE_GROUP'], ['STORE_GROUP', 'SUB_STORE_GROUP']],
  ] as const)('above a new %s are %s; optional are: %s', ([type, expectedLevels, optional]) => {
    const levels = levelsToPick(typesAbove(type), 'ORGANIZATION');
    expect(levels.map((level) => level.type)).toEqual(expectedLevels);
    expect(levels.filter((level) => level.optional).map((level) => level.type)).toEqual(optional);
  });
});

describe('choosing a node level by level', () => {
  test('enables each level once the required level above it is chosen', async () => {
    const { user } = await renderPicker('Kestrel Sports', ['STORE']);
    await waitFor(async () => expect(await isEnabled('Company')).toBe(true));
    for (const name of ['Trading region', 'Store group', 'Store$']) expect(await isEnabled(name)).toBe(false);
    await choose(user, 'Company', 'uk');
    expect(await isEnabled('Store$')).toBe(false);
    await choose(user, 'Trading region', 'north');
    expect(await isEnabled('Store group')).toBe(true);
    expect(chosen).toBe('');
    await choose(user, 'Store$', 'briggate');
    expect(chosen).toBe(nodeNamed('Leeds Briggate').nodeId);
    expect(await textOf('Store group')).toBe('Yorkshire');
  });

  test('clears the levels below a level that is changed', async () => {
    const { user } = await renderPicker('Kestrel Sports', ['STORE'], nodeNamed('Leeds Briggate').nodeId);
    await waitFor(async () => expect(await textOf('Store$')).toBe('Leeds Briggate'));
    await choose(user, 'Trading region', 'south');
    expect(await textOf('Store group')).toBe('');
    expect(await textOf('Store$')).toBe('');
    expect(chosen).toBe('');
    await choose(user, 'Company', 'usa');
    expect(await textOf('Trading region')).toBe('');
  });

  test('results in the last chosen level if the lower ones are optional, also after one of them is cleared', async () => {
    const { user } = await renderPicker('Kestrel Sports', typesAbove('STORE'));
    await choose(user, 'Company', 'uk');
    await choose(user, 'Trading region', 'north');
    expect(chosen).toBe(nodeNamed('North').nodeId);
    await choose(user, 'Store group', 'yorkshire');
    expect(chosen).toBe(nodeNamed('Yorkshire').nodeId);
    await user.clear(await levelField('Store group'));
    await user.tab();
    expect(chosen).toBe(nodeNamed('North').nodeId);
    await choose(user, 'Sub store group', 'kiosks');
    await user.click(screen.getByRole('button', { name: 'Clear Sub store group', hidden: true }));
    expect(chosen).toBe(nodeNamed('Yorkshire').nodeId);
  });

  test('keeps the level above if an empty level is cleared with Enter', async () => {
    const { user } = await renderPicker('Kestrel Sports', typesAbove('STORE'), nodeNamed('North').nodeId);
    await waitFor(async () => expect(await textOf('Trading region')).toBe('North'));
    const field = await levelField('Store group');
    await user.type(field, 'x');
    await user.clear(field);
    await user.keyboard('{Enter}');
    await user.tab();
    expect(await textOf('Trading region')).toBe('North');
    expect(chosen).toBe(nodeNamed('North').nodeId);
  });

  test('shows the levels fixed by the user’s own root node as locked', async () => {
    await renderPicker('Yorkshire', ['STORE']);
    await screen.findByText('Kestrel UK');
    for (const name of ['North', 'Yorkshire']) screen.getByText(name);
    expect(screen.getAllByRole('combobox')).toHaveLength(1);
    expect(await isEnabled('Store$')).toBe(true);
  });

  test('reports the result at once if all levels are fixed', async () => {
    await renderPicker('Yorkshire', typesAbove('SUB_STORE_GROUP'));
    await waitFor(() => expect(chosen).toBe(nodeNamed('Yorkshire').nodeId));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test('shows the error at the first level that is missing', async () => {
    const { user } = await renderPicker('Kestrel Sports', ['STORE']);
    await choose(user, 'Company', 'uk');
    expect((await levelField('Trading region')).getAttribute('aria-invalid')).toBe('true');
    expect((await levelField('Company')).getAttribute('aria-invalid')).toBeNull();
  });
});

describe('a chosen node that cannot be loaded', () => {
  const unreadableId = nodeNamed('Leeds Briggate').nodeId;

  /** Replaces the response of requests for the unreadable node. */
  function failForUnreadable(status: number, body: object) {
    const originalFetch = fetch;
    vi.stubGlobal('fetch', async (url: string, request?: RequestInit) => {
      const response = await originalFetch(url, request);
      return url.includes(`nodeId=${unreadableId}`) ? new Response(JSON.stringify(body), { status }) : response;
    });
  }

  test('is cleared if the server does not know it', async () => {
    failForUnreadable(errors['node.unknown'].status, { messageCode: 'node.unknown' });
    await renderPicker('Kestrel UK', ['STORE'], unreadableId);
    await waitFor(() => expect(chosen).toBe(''));
  });

  test('stays chosen if the request fails', async () => {
    failForUnreadable(503, {});
    const { user } = await renderPicker('Kestrel UK', ['STORE'], unreadableId);
    await waitFor(() => expect(requests.some(({ query }) => query.get('nodeId') === unreadableId)).toBe(true));
    for (let pause = 0; pause < 3; pause += 1) await user.tab();
    expect(chosen).toBe(unreadableId);
  });
});

describe('the choices of one level', () => {
  test('are requested once after typing pauses, restricted to the chosen ancestor and the user’s organisation', async () => {
    const { user } = await renderPicker('Kestrel Sports', ['TRADING_REGION'], nodeNamed('South').nodeId);
    const field = await levelField('Trading region');
    await waitFor(() => expect(field.value).toBe('South'));
    await user.clear(field);
    await user.type(field, 'nor');
    await screen.findByText('1 to choose from');
    const expectedLevels = requests.map(({ query }) => query).filter((query) => query.has('search'));
    expect(expectedLevels.map((query) => query.get('search'))).toEqual(['nor']);
    expect(Object.fromEntries(expectedLevels[0]!)).toMatchObject({ parentId: idOf(2), orgId: idOf(1) });
  });

  test('load more than the first fifty on keyboard navigation, and show their total', async () => {
    const { user } = await renderPicker('Kestrel USA', ['TRADING_REGION']);
    const field = await levelField('Trading region');
    await waitFor(() => expect(field.disabled).toBe(false));
    await user.click(field);
    await screen.findByText('120 to choose from');
    expect(screen.getAllByRole('option')).toHaveLength(50);
    await user.keyboard('{ArrowDown>45/}');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(100));
  });

  test('load more pages as long as pages are full if the total is an estimate, and say so', async () => {
    const pages: number[] = [];
    const many = Array.from({ length: 120 }, (_, index) =>
      toChoice(fixtureNode(300 + index, 3, 'TRADING_REGION', `County ${index}`)),
    );
    mockResponse(nodes.choices, ({ query }) => {
      if (query.has('nodeId')) return { result: [toChoice(nodeNamed('Kestrel USA'))], total: 1 };
      const page = Number(query.get('page'));
      pages.push(page);
      return { result: many.slice(page * 50, (page + 1) * 50), total: 40, totalIsEstimate: true as const };
    });
    const { user } = await renderPicker('Kestrel USA', ['TRADING_REGION']);
    const field = await levelField('Trading region');
    await waitFor(() => expect(field.disabled).toBe(false));
    await user.click(field);
    await screen.findByText('More than 10,000 to choose from');
    await user.keyboard('{ArrowDown>45/}');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(100));
    await user.keyboard('{ArrowDown>50/}');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(120));
    await user.keyboard('{ArrowDown>20/}');
    expect(pages).toEqual([0, 1, 2]);
  });

  test('select the only result on Enter without submitting the form', async () => {
    const { user } = await renderPicker('Kestrel Sports', ['COMPANY']);
    const field = await levelField('Company');
    await waitFor(() => expect(field.disabled).toBe(false));
    await user.type(field, 'usa');
    await screen.findByText('1 to choose from');
    await user.keyboard('{Enter}');
    expect(chosen).toBe(nodeNamed('Kestrel USA').nodeId);
    expect(field.value).toBe('Kestrel USA');
  });

  test('keep the chosen node if typed text is left without a selection', async () => {
    const { user } = await renderPicker('Kestrel Sports', ['COMPANY'], nodeNamed('Kestrel UK').nodeId);
    const field = await levelField('Company');
    await waitFor(() => expect(field.value).toBe('Kestrel UK'));
    await user.clear(field);
    await user.type(field, 'zzz');
    await screen.findByText('Nothing found');
    await user.tab();
    expect(field.value).toBe('Kestrel UK');
    expect(chosen).toBe(nodeNamed('Kestrel UK').nodeId);
  });
});
