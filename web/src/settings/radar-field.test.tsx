import type { FieldOverrideStats } from '@storeward/contract/settings/section-state';
import { nodeSettings } from '@storeward/contract/settings/node-settings';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listPhrases } from '../../test/list-section.ts';
import { inheritedRow, listField } from '../../test/list-state.ts';
import { mockResponse, type RecordedRequest } from '../../test/mock-server.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { headOffice, sectionState } from '../../test/section-state.ts';
import { startPortal } from '../../test/start-portal.ts';
import { loadPortalPhrases } from '../platform/catalogues.ts';
import { initLanguage, t } from '../platform/i18n.ts';
import { queryClient } from '../platform/query-client.ts';
import { RadarField } from './radar-field.tsx';

vi.mock(import('@storeward/contract/settings/sections'), async (importOriginal) => {
  const product = await importOriginal();
  const { listSection } = await import('../../test/list-section.ts');
  const sections = { ...product.sections, sample: listSection };
  const sectionOf = (name: string) => sections[name as keyof typeof sections];
  return { ...product, sectionNames: Object.keys(sections), sectionOf } as unknown as typeof product;
});

let requests: RecordedRequest[];

beforeEach(async () => {
  requests = await startPortal();
  await initLanguage(async (language) => ({ ...(await loadPortalPhrases(language)), ...listPhrases }));
});
afterEach(() => queryClient.clear());

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
  const counts = (['add', 'hide'] as const).map((action) =>
    t(`settings.radar.rows.${action}`, {
      count: stats.rows![action].places,
      shown: String(stats.rows![action].places),
    }),
  );
  expect(await screen.findByText(counts.join(' · '))).toBeTruthy();
});

test('locking a list from the radar keeps its rows', async () => {
  const row = inheritedRow(1, { code: 'RET', label: 'Returned', limit: null });
  const state = sectionState('sample', { reasons: listField([row]) });
  mockResponse(nodeSettings.get, state);
  mockResponse(nodeSettings.update, state);
  const { user } = renderScreen(<RadarField reach={stats} place={headOffice} storeCount={40} />);
  const confirmLabel = t('settings.radar.lockConfirm');
  await user.click(await screen.findByText(confirmLabel));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: confirmLabel }));
  const change = await vi.waitFor(() => requests.find(({ method }) => method === 'PUT') ?? Promise.reject(new Error()));
  expect(change.body).toMatchObject({ fields: { reasons: { value: { rows: {} }, mode: 'locked' } } });
});
