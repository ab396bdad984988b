import { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import type { FieldState } from '@storeward/contract/settings/engine/section-state';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { inheritedRow, listField, ownRow, rowId } from '../../../test/list-state.ts';
import { mockError, mockResponse, type RecordedRequest } from '../../../test/mock-server.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { headOffice, inheritedField, ownField, sectionState, store, unsetField } from '../../../test/section-state.ts';
import { startPortal } from '../../../test/start-portal.ts';
import { t } from '../../platform/text/i18n.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { AreaForm } from './area-form.tsx';
import { areaQuery } from '../queries.ts';
import { containing } from '../../../test/phrase.ts';

vi.mock(import('@storeward/contract/settings/sections'), async (importOriginal) => {
  const product = await importOriginal();
  const integration = product.sections.integration;
  const fields = { ...integration.fields, otherName: { ...integration.fields.otherName, required: true } };
  return {
    ...product,
    sectionOf: (name) => (name === 'integration' ? { ...integration, fields } : product.sectionOf(name)),
  };
});

let requests: RecordedRequest[];

beforeEach(async () => {
  requests = await startPortal();
});
afterEach(() => queryClient.clear());

async function openForm(fields: Readonly<Record<string, FieldState>>) {
  const state = sectionState('integration', { secret: unsetField, ...fields });
  mockResponse(nodeSettings.updateArea, [state]);
  const rendered = renderScreen(<AreaForm area="configuration" states={[state]} editing />);
  await screen.findByRole('heading', { name: t('settings.section.integration') });
  return rendered;
}

test('the hint of the idle sign-out says when warning and sign-out come', async () => {
  renderScreen(
    <AreaForm
      area="configuration"
      states={[sectionState('nodeConfig', { autoLogoutDuration: ownField('00:05:00') })]}
      editing
    />,
  );
  const hint = 'Time without activity in any tab before the warning (hh:mm:ss). Sign-out follows 5 minutes later.';
  expect(await screen.findByText(hint)).toBeTruthy();
});

const nameField = () => screen.queryByRole('group', { name: t('settings.integration.otherName') });
const provider = () => screen.getByRole('combobox', { name: t('settings.integration.provider') });
const saved = () => {
  const body = requests.find(({ method }) => method === 'PUT')?.body;
  return (body as { sections: Record<string, unknown> } | undefined)?.sections['integration'];
};

async function choose(user: Awaited<ReturnType<typeof openForm>>['user'], name: string) {
  await user.click(provider());
  await user.click(await screen.findByRole('option', { name }));
}

test('a field is shown once another has the value that its condition names, and the focus stays where it was', async () => {
  const { user } = await openForm({ provider: ownField('Adyen'), otherName: unsetField });
  expect(nameField()).toBeNull();
  await choose(user, t('settings.choice.others'));
  expect(nameField()).not.toBeNull();
  expect(document.activeElement).toBe(provider());
  await choose(user, 'Adyen');
  expect(nameField()).toBeNull();
  expect(document.activeElement).toBe(provider());
});

test('a field that an inherited value makes count is shown', async () => {
  await openForm({ provider: inheritedField('others'), otherName: unsetField });
  expect(nameField()).not.toBeNull();
});

test('what was typed into a field that is hidden again is not saved', async () => {
  const { user } = await openForm({ provider: ownField('others'), otherName: ownField('Till service') });
  await user.clear(screen.getByRole('textbox', { name: t('settings.integration.otherName') }));
  await choose(user, 'Adyen');
  await user.click(screen.getByRole('button', { name: t('ui.form.save') }));
  expect(saved()).toEqual({ fields: { provider: { value: 'Adyen', mode: 'free' } }, version: 3 });
});

test('a required field that counts and has no value is named before anything is sent', async () => {
  const { user } = await openForm({ provider: ownField('Adyen'), otherName: unsetField });
  await choose(user, t('settings.choice.others'));
  await user.click(screen.getByRole('button', { name: t('ui.form.save') }));
  expect(nameField()!.textContent).toContain(t('errors.field.required'));
  expect(saved()).toBeUndefined();
});

test('a required field that inherits a value needs none of its own', async () => {
  const { user } = await openForm({ provider: ownField('Adyen'), otherName: inheritedField('Till service') });
  await choose(user, t('settings.choice.others'));
  await user.click(screen.getByRole('button', { name: t('ui.form.save') }));
  expect(saved()).toMatchObject({ fields: { provider: { value: 'others' } } });
});

test('a list that a location above locks says by whom and since when, and so does each row that is stored here', async () => {
  const values = { reasonId: 'BRK', category: 'return', description: 'Broken' };
  const author = { since: '2026-02-01T08:00:00Z', by: 'Ann Lee', reason: null };
  const stored = { id: rowId(1), action: 'add', values, place: store, own: true, cause: 'listLocked' } as const;
  const list = listField([], { dormant: [{ ...stored, lockedBy: headOffice, ...author }] });
  const summary = { add: 1, replace: 0, hide: 0, order: false };
  const reasons: FieldState = {
    ...list,
    own: { value: summary, mode: 'free', inForce: false, ...author },
    bound: { mode: 'locked', value: null, source: headOffice, since: '2026-03-01T12:00:00Z' },
    chain: [{ value: summary, mode: 'free', inForce: false, place: store, ...author }],
  };
  const { user } = renderScreen(<AreaForm area="module" states={[sectionState('reasons', { reasons })]} editing />);
  const origin = await screen.findByRole('button', {
    name: /^Ignored: locked by Acorn Retail · 1 Mar 2026, \d\d:\d\d$/,
  });
  await user.click(origin);
  expect(await screen.findByText(new RegExp(t('settings.chain.notEffective')))).toBeDefined();
  expect(screen.queryByText(new RegExp(t('settings.chain.invalid')))).toBeNull();
});

describe('a list that two people edit', () => {
  const broken = inheritedRow(1, { reasonId: 'BRK', category: 'return', description: 'Broken' });
  const returned = inheritedRow(2, { reasonId: 'RET', category: 'return', description: 'Returned' });
  const stateOf = (rows: Parameters<typeof listField>[0], version: number) =>
    sectionState('reasons', { reasons: listField(rows) }, { version });
  const button = (name: string) => screen.getByRole('button', { name });
  const description = () => screen.getByRole('textbox', { name: t('settings.reasons.reasons.description') });

  /** The page of a location, which shows what the query cache has. */
  function Modules() {
    const { data } = useQuery(areaQuery(store.id, 'module'));
    return data && <AreaForm area="module" states={data} editing />;
  }

  type AreaBody = { sections: { reasons: { fields: { reasons: { value: { rows: object } } } } } };
  const savedRows = (index: number) =>
    (requests.filter(({ method }) => method === 'PUT')[index]!.body as AreaBody).sections.reasons.fields.reasons.value;

  async function changeBroken() {
    mockResponse(nodeSettings.readArea, [stateOf([broken, returned], 3)]);
    const { user } = renderScreen(<Modules />);
    await user.click(await screen.findByRole('button', { name: t('settings.list.edit', { name: 'BRK' }) }));
    await user.clear(description());
    await user.type(description(), 'Damaged{Enter}');
    return user;
  }

  test('counts a changed row as changed in the review, though the location has added it itself', async () => {
    mockResponse(nodeSettings.readArea, [stateOf([ownRow(1, broken.values), ownRow(2, returned.values)], 3)]);
    const { user } = renderScreen(<Modules />);
    await user.click(await screen.findByRole('button', { name: t('settings.list.edit', { name: 'BRK' }) }));
    await user.clear(description());
    await user.type(description(), 'Damaged{Enter}');
    await user.click(button(t('settings.list.remove', { name: 'RET' })));
    await user.click(button(t('settings.change.review')));
    expect(screen.getByRole('definition').textContent).toBe('1 changed, 1 removed');
  });

  test('keeps the changes of both if they are about different rows, and saves with one more click', async () => {
    const user = await changeBroken();
    const added = ownRow(3, { reasonId: 'OWN', category: 'void', description: 'Typed twice' });
    const newer = stateOf([broken, returned, added], 4);
    mockError(nodeSettings.updateArea, 'record.stale', { current: [newer] });
    await user.click(button(t('ui.form.save')));
    expect(await screen.findByText('Typed twice')).toBeDefined();
    expect(screen.getByText('Damaged')).toBeDefined();
    expect(screen.queryByText(t('records.form.conflictTitle'))).toBeNull();
    const notice = screen.getByText(t('records.form.mergedTitle')).closest('[role="alert"]')!;
    expect(notice.textContent).toMatch(/Last change: Bo Reed, 1 Mar 2026, .*Reasons: Reasons\. Save again/);
    mockResponse(nodeSettings.updateArea, [newer]);
    await user.click(button(t('ui.form.save')));
    const bodies = requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toMatchObject({ sections: { reasons: { version: 4 } } });
    expect(Object.keys(savedRows(1).rows)).toEqual([rowId(1)]);
    await waitFor(() => expect(screen.queryByText(t('records.form.mergedTitle'))).toBeNull());
  });

  test('asks whether a list that the other person has reverted is stored again as a whole, or inherited', async () => {
    const own = ownRow(1, broken.values);
    const other = ownRow(3, { reasonId: 'OWN', category: 'void', description: 'Typed twice' });
    mockResponse(nodeSettings.readArea, [stateOf([own, returned, other], 3)]);
    const { user } = renderScreen(<Modules />);
    await user.click(await screen.findByRole('button', { name: t('settings.list.edit', { name: 'BRK' }) }));
    await user.clear(description());
    await user.type(description(), 'Damaged{Enter}');
    const reverted = stateOf([returned], 4);
    mockError(nodeSettings.updateArea, 'record.stale', { current: [reverted] });
    await user.click(button(t('ui.form.save')));
    const conflict = await screen.findByRole('region', { name: t('records.form.conflictTitle') });
    const [yours, theirs] = within(conflict).getAllByRole('radio');
    expect(yours!.textContent).toBe('YoursList of 3 rows, with your changes');
    expect(theirs!.textContent).toMatch(/^Theirs · Bo Reed, 1 Mar 2026, .*Inherit: everything set here was removed$/);

    await user.click(theirs!);
    expect(conflict.textContent).toContain(t('records.form.conflictSettled'));
    expect(screen.queryByRole('button', { name: t('ui.form.save') })).toBeNull();
    await user.click(yours!);
    mockResponse(nodeSettings.updateArea, [reverted]);
    await user.click(button(t('ui.form.save')));
    expect(savedRows(1).rows).toEqual({
      [rowId(1)]: { action: 'add', after: 'first', mode: 'free', values: { ...broken.values, description: 'Damaged' } },
      [rowId(3)]: { action: 'add', after: rowId(2), mode: 'free', values: other.values },
    });
  });

  test('closes the question once the saved version is chosen everywhere', async () => {
    const user = await changeBroken();
    const theirs = ownRow(1, { ...broken.values, description: 'Cracked' }, { state: 'replaced', by: 'Bo Reed' });
    mockError(nodeSettings.updateArea, 'record.stale', { current: [stateOf([theirs, returned], 4)] });
    await user.click(button(t('ui.form.save')));
    const conflict = await screen.findByRole('region', { name: t('records.form.conflictTitle') });
    await user.click(within(conflict).getAllByRole('radio')[1]!);
    await user.click(within(conflict).getByRole('button', { name: t('ui.action.close') }));
    expect(screen.queryByRole('region', { name: t('records.form.conflictTitle') })).toBeNull();
    expect(screen.getByRole('table').textContent).toContain('Cracked');
  });

  test('asks for each row that both have changed differently, by its name and columns, with who changed it and when', async () => {
    const user = await changeBroken();
    const theirs = ownRow(1, { ...broken.values, description: 'Cracked' }, { state: 'replaced', by: 'Bo Reed' });
    const theirOther = ownRow(
      2,
      { ...returned.values, description: 'Sent back' },
      { state: 'replaced', by: 'Bo Reed' },
    );
    const newer = stateOf([theirs, theirOther], 4);
    mockError(nodeSettings.updateArea, 'record.stale', { current: [newer] });
    await user.click(button(t('ui.form.save')));
    const conflict = await screen.findByRole('region', { name: t('records.form.conflictTitle') });
    expect(conflict.textContent).toMatch(containing('records.form.conflictText'));
    // the row that only the other person has changed is taken over
    expect(within(conflict).getAllByRole('radiogroup')).toHaveLength(1);
    const row = within(conflict).getByRole('radiogroup', { name: 'Reasons: Reasons · BRK' });
    const [yours, other] = within(row).getAllByRole('radio');
    expect(yours!.textContent).toBe('YoursDescription: Damaged');
    expect(other!.textContent).toMatch(/^Theirs · Bo Reed, 1 Mar 2026, \d\d:\d\dDescription: Cracked$/);
    expect(yours!.getAttribute('aria-checked')).toBe('true');
    const table = () => screen.getByRole('table').textContent;
    expect(table()).toContain('Sent back');

    await user.click(other!);
    expect(table()).toContain('Cracked');
    expect(screen.queryByRole('button', { name: t('ui.form.save') })).toBeNull();
    await user.click(yours!);
    expect(table()).toContain('Damaged');
    mockResponse(nodeSettings.updateArea, [newer]);
    await user.click(button(t('ui.form.save')));
    const { rows } = savedRows(1);
    expect(rows).toEqual({
      [rowId(1)]: { action: 'replace', mode: 'free', values: { ...broken.values, description: 'Damaged' } },
    });
  });

  test('asks about a row that one has changed and the other has hidden, and about nothing that both have changed alike', async () => {
    const user = await changeBroken();
    const hidden = { id: rowId(1), values: broken.values, origin: headOffice, place: store, own: true };
    const author = { since: '2026-03-02T08:00:00Z', by: 'Bo Reed', reason: null };
    const newer = sectionState(
      'reasons',
      { reasons: listField([returned], { hidden: [{ ...hidden, ...author }] }) },
      { version: 4 },
    );
    mockError(nodeSettings.updateArea, 'record.stale', { current: [newer] });
    await user.click(button(t('ui.form.save')));
    const [yours, other] = await screen.findAllByRole('radio');
    expect(yours!.textContent).toBe('YoursDescription: Damaged');
    expect(other!.textContent).toMatch(/^Theirs · Bo Reed, .*Hidden$/);

    const same = ownRow(1, { ...broken.values, description: 'Damaged' }, { state: 'replaced' });
    mockError(nodeSettings.updateArea, 'record.stale', { current: [stateOf([same, returned], 5)] });
    await user.click(button(t('ui.form.save')));
    await waitFor(() => expect(screen.queryByRole('region', { name: t('records.form.conflictTitle') })).toBeNull());
  });
});
