import { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mockError } from '../../../test/mock-server.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { headOffice } from '../../../test/section-state.ts';
import { startPortal } from '../../../test/start-portal.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { resetSession } from '../../platform/session/session.ts';
import { errorMessage } from '../../platform/text/i18n.ts';
import { RadarPage } from './radar-page.tsx';

beforeEach(async () => {
  await startPortal();
});
afterEach(() => {
  queryClient.clear();
  resetSession();
});

test('a radar of more values than it counts says how many these are, and what to choose instead', async () => {
  mockError(nodeSettings.radar, 'setting.tooManyValues');
  renderScreen(<RadarPage id={headOffice.id} />);
  expect(await screen.findByText(errorMessage('setting.tooManyValues'))).toBeTruthy();
  expect(errorMessage('setting.tooManyValues')).toContain('150,000');
});
