import type { FieldOverrideStats } from '@storeward/contract/settings/engine/section-state';
import { bulkOverrides } from '@storeward/contract/settings/endpoints/bulk-override';
import { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import { users } from '@storeward/contract/users';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTokens, createUser } from '../../../test/create-user.ts';
import { listPhrases } from '../../../test/list-section.ts';
import { inheritedRow, listField } from '../../../test/list-state.ts';
import { mockResponse, type RecordedRequest } from '../../../test/mock-server.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { headOffice, sectionState, store } from '../../../test/section-state.ts';
import { startPortal } from '../../../test/start-portal.ts';
import { loadPortalPhrases } from '../../platform/text/catalogues.ts';
import { initLanguage, t } from '../../platform/text/i18n.ts';
import { storeTokens } from '../../platform/theme/tokens.ts';
import { resetSession, restoreSession } from '../../platform/session/session.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { RadarField } from './radar-field.tsx';

vi.mock(import('@storeward/contract/settings/sections'), async (importOriginal) => {
  const product = await importOriginal();
  const { listSection } = await import('../../../test/list-section.ts');
  const sections = { ...product.sections, sample: listSection };
  const sectionOf = (name: string) => sections[name as keyof typeof sections];
  return { ...product, sectionNames: Object.keys(sections), sectionOf } as unknown as typeof product;
});

let requests: RecordedRequest[];

beforeEach(async () => {
  requests = await startPortal();
  await initLanguage(async (language) => ({ ...(await loadPortalPhrases(language)), ...listPhrases }));
});
afterEach(() => {
  queryClient.clear();
  resetSession();
});

const none = { places: 0, stores: 0 };
const stats = {
  section: 'sample',
  field: 'reasons',
  own: 15,
  overruled: 0,
  storesApart: 15,
  values: [],
  otherValues: 0,
  rows: { add: { places: 12, stores: 12 }, replace: none, hide: { places: 3, stores: 3 }, order: none },
} as unknown as FieldOverrideStats;

test('the radar tells how many places add and hide rows of a list', async () => {
  mockResponse(nodeSettings.get, sectionState('sample', { reasons: listField([]) }));
  renderScreen(<RadarField reach={stats} place={headOffice} storeCount={40} />);
  for (const action of ['add', 'hide'] as const) {
    const { places: count } = stats.rows![action];
    const name = t(`settings.radar.rows.${action}`, { count, shown: String(count) });
    expect(await screen.findByRole('button', { name })).toBeTruthy();
  }
});

test('the nodes that hide rows of a list are chosen in the radar, which shows what clearing them changes', async () => {
  const row = inheritedRow(1, { code: 'RET', label: 'Returned', limit: null });
  mockResponse(nodeSettings.get, sectionState('sample', { reasons: listField([row]) }));
  const own = { value: { add: 0, replace: 0, hide: 1, order: false }, mode: 'free', since: '2026-03-01T08:00:00Z' };
  const override = { ...own, by: null, byWhom: null, reason: null, inForce: true, place: { ...store, code: 'UK-1' } };
  mockResponse(nodeSettings.overrides, { result: [override], total: 1 } as never);
  const outcome = {
    source: headOffice,
    placeCount: 1,
    storeCount: 1,
    changes: 1,
    unchanged: 0,
    refused: 0,
    faults: [],
  };
  const difference = { section: 'sample', field: 'reasons', before: own.value, after: null, count: 1 };
  mockResponse(bulkOverrides.preview, {
    ...outcome,
    differences: [difference],
    otherDifferences: 0,
    first: [{ name: store.name, differences: [difference] }],
    storesAffected: 1,
  } as never);
  mockResponse(users.get, createUser({ grantedPermissions: ['LIST_BULK_OVERRIDE', 'BULK_OVERRIDE'] }));
  storeTokens(createTokens());
  await restoreSession();
  const { user } = renderScreen(<RadarField reach={stats} place={headOffice} storeCount={40} />);
  await user.click(
    await screen.findByRole('button', { name: t('settings.radar.rows.hide', { count: 3, shown: '3' }) }),
  );
  await user.click(await screen.findByRole('checkbox', { name: t('settings.radar.select', { name: store.name }) }));
  await user.click(screen.getByRole('button', { name: t('settings.radar.clear') }));
  const dialog = await screen.findByRole('dialog');
  const hidden = t('settings.list.summary.hidden', { count: 1, shown: '1' });
  const inherited = t('settings.override.inherited');
  expect(await within(dialog).findAllByText(inherited)).toHaveLength(2);
  const differences = within(dialog).getByRole('list', { name: t('settings.bulk.confirm.differences') });
  expect(differences.textContent).toContain(`Reasons: ${hidden} → ${inherited}`);
  const named = within(dialog).getByRole('list', { name: t('records.preview.first') });
  expect(named.textContent).toBe(`${store.name}Reasons: ${hidden} → ${inherited}`);
  const requestBodies = requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(requestBodies).toEqual([
    {
      sourceId: headOffice.id,
      sections: ['sample'],
      fields: ['sample.reasons'],
      action: 'clear',
      nodeIds: [store.id],
      subtrees: false,
    },
  ]);
  expect(requests.some(({ query }) => query.get('rows') === 'hide')).toBe(true);
});

test('locking a list from the radar keeps its rows', async () => {
  const row = inheritedRow(1, { code: 'RET', label: 'Returned', limit: null });
  const state = sectionState('sample', { reasons: listField([row]) });
  mockResponse(nodeSettings.get, state);
  mockResponse(nodeSettings.update, state);
  const { user } = renderScreen(<RadarField reach={stats} place={headOffice} storeCount={40} />);
  const confirmLabel = t('settings.radar.lockConfirm');
  await user.click(await screen.findByText(confirmLabel));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('ui.action.yes') }));
  const change = await vi.waitFor(() => requests.find(({ method }) => method === 'PUT') ?? Promise.reject(new Error()));
  expect(change.body).toMatchObject({ fields: { reasons: { value: { rows: {} }, mode: 'locked' } } });
});
