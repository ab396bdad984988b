import { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockError } from '../../../test/mock-server.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { headOffice, ownField, sectionState, store } from '../../../test/section-state.ts';
import { startPortal } from '../../../test/start-portal.ts';
import { t } from '../../platform/text/i18n.ts';
import { inputName } from '../section/area-edit.ts';
import { AreaForm } from '../section/area-form.tsx';
import { emptyDetails } from '../section/section-edit.ts';
import { ChangeReview } from './change-review.tsx';

beforeEach(async () => void (await startPortal()));

const idle = ownField('00:40:00');

test.each([
  ['locked', 2, '2 overrides below will be ignored'],
  ['locked', 1, '1 override below will be ignored'],
  ['locked', 0, undefined],
  ['free', 2, undefined],
] as const)('a review of mode %s with %i overrides below says what is ignored', async (mode, below, text) => {
  const name = inputName('nodeConfig', 'autoLogoutDuration');
  const { user } = renderScreen(
    <ChangeReview
      states={[sectionState('nodeConfig', { autoLogoutDuration: idle })]}
      input={{ [name]: { own: true, value: '00:30:00', mode } }}
      changed={[name]}
      details={emptyDetails}
      onChange={() => undefined}
      affectedStores={undefined}
      overridesBelow={() => below}
    />,
  );
  await user.click(await screen.findByRole('button', { name: t('settings.change.review') }));
  const shown = screen.getByRole('definition').textContent;
  if (text === undefined) expect(shown).not.toContain('ignored');
  else expect(shown).toContain(text);
});

test('a review names the inherited value that a change replaces', async () => {
  const name = inputName('nodeConfig', 'autoLogoutDuration');
  const inherits = { ...idle, own: null, inherited: { value: '00:40:00', isSet: true, source: headOffice } };
  const { user } = renderScreen(
    <ChangeReview
      states={[sectionState('nodeConfig', { autoLogoutDuration: inherits })]}
      input={{ [name]: { own: true, value: '00:30:00', mode: 'free' } }}
      changed={[name]}
      details={emptyDetails}
      onChange={() => undefined}
      affectedStores={undefined}
      overridesBelow={() => 0}
    />,
  );
  await user.click(await screen.findByRole('button', { name: t('settings.change.review') }));
  expect(screen.getByRole('definition').textContent).toContain('00:40:00 (inherited) → 00:30:00');
});

test('a review names the planned changes below that will have no effect', async () => {
  const plan = { place: store, section: 'nodeConfig', field: 'autoLogoutDuration', timeZone: 'Asia/Tokyo' } as const;
  const { user } = renderScreen(
    <ChangeReview
      states={[sectionState('nodeConfig', { autoLogoutDuration: idle })]}
      input={{}}
      changed={[]}
      details={emptyDetails}
      onChange={() => undefined}
      affectedStores={{ apart: 0, reached: 1, planCount: 3, plans: [{ ...plan, begins: '2036-01-02T00:00:00Z' }] }}
      overridesBelow={() => 0}
    />,
  );
  expect(await screen.findByText('3 planned changes below will have no effect')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('settings.change.review') }));
  expect(screen.getByText(/^Leeds · .* · 2 Jan 2036, 09:00 GMT\+9$/)).toBeTruthy();
  expect(screen.getByText('2 more')).toBeTruthy();
});

test('a value that a lock above overrules names the value that is in effect instead', async () => {
  const overruled = {
    ...idle,
    value: '00:20:00',
    own: { ...idle.own!, inForce: false },
    bound: { mode: 'locked' as const, value: '00:20:00', source: headOffice, since: '2026-03-01T12:00:00Z' },
    coming: [
      {
        changeId: 'c',
        from: '2036-01-02T00:00:00Z',
        own: true,
        value: '00:25:00',
        mode: 'free' as const,
        by: 'Bo Reed',
        byWhom: null,
        reason: null,
      },
    ],
  };
  renderScreen(
    <AreaForm area="configuration" states={[sectionState('nodeConfig', { autoLogoutDuration: overruled })]} editing />,
  );
  expect(await screen.findByText(/Ignored: locked by Acorn Retail/)).toBeTruthy();
  expect(screen.getByText(/in effect: .*20/)).toBeTruthy();
  expect(screen.getByText(/from 2 Jan 2036, 00:00 · No effect while Acorn Retail restricts the value/)).toBeTruthy();
});

test('a review of a change above very many values says that the affected stores are not counted', async () => {
  mockError(nodeSettings.areaImpact, 'setting.tooManyValues');
  const { user } = renderScreen(
    <AreaForm
      area="configuration"
      states={[sectionState('nodeConfig', { autoLogoutDuration: idle }, { place: headOffice })]}
      editing
    />,
  );
  await user.click(await screen.findByRole('switch'));
  expect(await screen.findByText(/not counted: these fields have more than 150,000 values below/)).toBeTruthy();
});
