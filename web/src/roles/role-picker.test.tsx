import type { NodeType } from '@storeward/contract/access';
import { type RoleChoice, type RoleId, roles } from '@storeward/contract/roles';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { mockResponse, type RecordedRequest } from '../../test/mock-server.ts';
import { startPortal } from '../../test/start-portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { RolePicker } from './role-picker.tsx';
import { phrase } from '../../test/phrase.ts';

const createRole = (number: number, name: string): RoleChoice => ({
  id: `0199b000-0000-7000-8000-${String(number).padStart(12, '0')}` as RoleId,
  name,
  description: number === 1 ? 'Opens the doors' : '',
  level: 'STORE',
  rightCount: number,
});
const allRoles = [
  createRole(1, 'Keeper'),
  ...Array.from({ length: 60 }, (_, index) => createRole(index + 2, `Deputy ${index + 10}`)),
];

let requests: RecordedRequest[];
let selected: RoleChoice | undefined;

beforeEach(async () => {
  selected = undefined;
  requests = await startPortal();
  mockResponse(roles.choices, ({ query }) => {
    const matches = allRoles.filter(({ name }) => name.toLowerCase().includes(query.get('search') ?? ''));
    const [page, size] = [Number(query.get('page')), Number(query.get('size'))];
    return { result: matches.slice(page * size, (page + 1) * size), total: matches.length };
  });
});

function RolePickerForm({ nodeType }: { nodeType: NodeType | undefined }) {
  const [value, setValue] = useState<RoleChoice>();
  const handleChange = (role: RoleChoice) => {
    selected = role;
    setValue(role);
  };
  return <RolePicker label="Role" nodeType={nodeType} value={value} onChange={handleChange} />;
}

const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Role' });
const choiceRequests = () => requests.filter(({ path }) => path === roles.choices.path);

test('finds an assignable role by part of its name, and shows its level and number of rights', async () => {
  const { user } = await renderAt('/users', <RolePickerForm nodeType="STORE" />);
  await user.click(input());
  const first = await screen.findByRole('option', { name: /^Keeper/ });
  expect(first.textContent).toContain('Store · 1 permission · Opens the doors');
  expect(screen.getByText('61 to choose from')).toBeTruthy();
  await user.type(input(), 'deputy 42');
  await screen.findByText('1 to choose from');
  await user.keyboard('{Enter}');
  expect([selected?.name, input().value]).toEqual(['Deputy 42', 'Deputy 42']);
  expect(choiceRequests().every(({ query }) => query.get('givableAt') === 'STORE')).toBe(true);
});

test('loads further roles while moving with the arrow keys', async () => {
  const { user } = await renderAt('/users', <RolePickerForm nodeType="STORE" />);
  await user.click(input());
  await screen.findByRole('option', { name: /^Keeper/ });
  for (let down = 0; down < 20; down += 1) await user.keyboard('{ArrowDown}');
  await screen.findByRole('option', { name: /^Deputy 40/ });
  await user.keyboard('{Enter}');
  expect(selected?.name).toMatch(/^Deputy/);
});

test('is disabled without a node and sends no request', async () => {
  await renderAt('/users', <RolePickerForm nodeType={undefined} />);
  expect([input().disabled, input().placeholder]).toEqual([true, phrase('roles.picker.nodeRequired')]);
  expect(choiceRequests()).toHaveLength(0);
});
