import { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockResponse } from '../../../test/mock-server.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { ownField, sectionState, store, unsetField } from '../../../test/section-state.ts';
import { startPortal } from '../../../test/start-portal.ts';
import { t } from '../../platform/text/i18n.ts';
import { Link } from '../../ui/page/link.tsx';
import { SettingsForm } from './settings-form.tsx';

beforeEach(async () => {
  await startPortal();
});

async function openChangedForm() {
  mockResponse(nodeSettings.readArea, [
    sectionState('integration', {
      provider: ownField('others'),
      otherName: ownField('Till service'),
      secret: unsetField,
    }),
    sectionState('nodeConfig', { autoLogoutDuration: ownField('00:05:00') }),
  ]);
  const rendered = await renderAt(
    '/structure/store/edit',
    <>
      <Link href="/structure/store/edit?at=2026-11-20T18:00">Later</Link>
      <SettingsForm node={store} area="configuration" only={['integration', 'nodeConfig']} screens={{}} editing />
    </>,
  );
  const name = await screen.findByRole('textbox', { name: t('settings.integration.otherName') });
  await rendered.user.type(name, ' 2');
  return { ...rendered, name };
}

test('the index of the sections leads to another section without asking about unsaved changes', async () => {
  const { user, name, currentUrl } = await openChangedForm();
  await user.click(screen.getByRole('button', { name: new RegExp(`^${t('settings.section.nodeConfig')}`) }));
  await expect.poll(currentUrl).toBe('/structure/store/edit?section=nodeConfig');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(name).toHaveProperty('value', 'Till service 2');
});

test('showing the settings of another time asks about unsaved changes', async () => {
  const { user, currentUrl } = await openChangedForm();
  await user.click(screen.getByRole('link', { name: 'Later' }));
  expect(await screen.findByRole('dialog', { name: t('records.form.leaveTitle') })).toBeTruthy();
  expect(currentUrl()).toBe('/structure/store/edit');
});
