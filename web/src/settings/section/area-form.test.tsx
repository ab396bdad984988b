import { nodeSettings } from '@storeward/contract/settings/node-settings';
import type { FieldState } from '@storeward/contract/settings/section-state';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { inheritedRow, listField, ownRow, rowId } from '../../../test/list-state.ts';
import { mockError, mockResponse, type RecordedRequest } from '../../../test/mock-server.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { inheritedField, ownField, sectionState, store, unsetField } from '../../../test/section-state.ts';
import { startPortal } from '../../../test/start-portal.ts';
import { t } from '../../platform/text/i18n.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { AreaForm } from './area-form.tsx';
import { areaQuery } from '../queries.ts';

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

  async function changeBroken() {
    mockResponse(nodeSettings.readArea, [stateOf([broken, returned], 3)]);
    const { user } = renderScreen(<Modules />);
    await user.click(await screen.findByRole('button', { name: t('settings.list.edit', { name: 'BRK' }) }));
    await user.clear(description());
    await user.type(description(), 'Damaged{Enter}');
    return user;
  }

  test('keeps the changes of both if they are about different rows, and saves with one more click', async () => {
    const user = await changeBroken();
    const added = ownRow(3, { reasonId: 'OWN', category: 'void', description: 'Typed twice' });
    const newer = stateOf([broken, returned, added], 4);
    mockError(nodeSettings.updateArea, 'record.stale', { current: [newer] });
    await user.click(button(t('ui.form.save')));
    expect(await screen.findByText('Typed twice')).toBeDefined();
    expect(screen.getByText('Damaged')).toBeDefined();
    expect(screen.queryByText(t('records.form.conflictTitle'))).toBeNull();
    mockResponse(nodeSettings.updateArea, [newer]);
    await user.click(button(t('ui.form.save')));
    const bodies = requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toMatchObject({ sections: { reasons: { version: 4 } } });
    const { rows } = (bodies[1] as { sections: { reasons: { fields: { reasons: { value: { rows: object } } } } } })
      .sections.reasons.fields.reasons.value;
    expect(Object.keys(rows)).toEqual([rowId(1)]);
  });

  test('asks which values count if both have changed the same row', async () => {
    const user = await changeBroken();
    const theirs = ownRow(1, { ...broken.values, description: 'Cracked' }, { state: 'replaced' });
    mockError(nodeSettings.updateArea, 'record.stale', { current: [stateOf([theirs, returned], 4)] });
    await user.click(button(t('ui.form.save')));
    expect(await screen.findByText(t('records.form.conflictTitle'))).toBeDefined();
  });
});
