import { nodeSettings } from '@storeward/contract/settings/node-settings';
import type { FieldState } from '@storeward/contract/settings/section-state';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mockResponse, type RecordedRequest } from '../../test/mock-server.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { inheritedField, ownField, sectionState, unsetField } from '../../test/section-state.ts';
import { startPortal } from '../../test/start-portal.ts';
import { t } from '../platform/i18n.ts';
import { queryClient } from '../platform/query-client.ts';
import { SectionForm } from './section-form.tsx';

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
  mockResponse(nodeSettings.update, state);
  const rendered = renderScreen(<SectionForm state={state} editing />);
  await screen.findByRole('heading', { name: t('settings.section.integration') });
  return rendered;
}

test('the hint of the idle sign-out says when warning and sign-out come', async () => {
  renderScreen(
    <SectionForm state={sectionState('nodeConfig', { autoLogoutDuration: ownField('00:05:00') })} editing />,
  );
  const hint = 'Time without activity in any tab before the warning (hh:mm:ss). Sign-out follows 5 minutes later.';
  expect(await screen.findByText(hint)).toBeTruthy();
});

const nameField = () => screen.queryByRole('group', { name: t('settings.integration.otherName') });
const provider = () => screen.getByRole('combobox', { name: t('settings.integration.provider') });
const saved = () => requests.find(({ method }) => method === 'PUT')?.body;

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
  expect(saved()).toEqual({ fields: { provider: { value: 'Adyen', mode: 'free' } } });
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
