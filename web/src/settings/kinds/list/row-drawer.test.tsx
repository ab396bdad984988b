import { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import type { FieldState, SectionState } from '@storeward/contract/settings/engine/section-state';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listPhrases } from '../../../../test/list-section.ts';
import { inheritedRow, listField, ownRow, rowId } from '../../../../test/list-state.ts';
import { mockResponse, type RecordedRequest } from '../../../../test/mock-server.ts';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { headOffice, sectionState, store } from '../../../../test/section-state.ts';
import { startPortal } from '../../../../test/start-portal.ts';
import { loadPortalPhrases } from '../../../platform/text/catalogues.ts';
import { initLanguage, t } from '../../../platform/text/i18n.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { AreaForm } from '../../section/area-form.tsx';

vi.mock(import('@storeward/contract/settings/sections'), async (importOriginal) => {
  const product = await importOriginal();
  const { listSection } = await import('../../../../test/list-section.ts');
  const sections = { ...product.sections, sample: listSection };
  const sectionNames = Object.keys(sections);
  const sectionOf = (name: string) => sections[name as keyof typeof sections];
  return { ...product, sectionNames, sectionOf } as unknown as typeof product;
});

let requests: RecordedRequest[];

beforeEach(async () => {
  requests = await startPortal();
  await initLanguage(async (language) => ({ ...(await loadPortalPhrases(language)), ...listPhrases }));
});
afterEach(() => queryClient.clear());

const broken = inheritedRow(1, { code: 'BRK', label: 'Broken', limit: 3 });
const returned = inheritedRow(2, { code: 'RET', label: 'Returned', limit: null });

async function openList(
  reasons: FieldState = listField([broken, returned]),
  more: Record<string, FieldState> = {},
  node: SectionState['place'] = store,
) {
  const state = { ...sectionState('sample', { reasons, ...more }), place: node };
  mockResponse(nodeSettings.updateArea, [state]);
  const rendered = renderScreen(<AreaForm area="module" states={[state]} editing />);
  await screen.findByText(
    t('settings.list.rows', {
      count: state.fields['reasons']!.list!.rows.length,
      shown: String(state.fields['reasons']!.list!.rows.length),
    }),
  );
  return rendered;
}
type User = Awaited<ReturnType<typeof openList>>['user'];

const button = (name: string) => screen.getByRole('button', { name });
const press = (user: User, name: string) => user.click(button(name));
const column = (name: string) => screen.getByRole('textbox', { name });
const expectFocus = (target: () => HTMLElement) => vi.waitFor(() => expect(document.activeElement).toBe(target()));
const drawer = () => within(screen.getByRole('dialog'));
const shownCodes = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent.replace('Code', ''));

async function save(user: User) {
  await press(user, t('ui.form.save'));
  const body = requests.find(({ method }) => method === 'PUT')?.body;
  return (body as { sections: Record<string, { fields: Record<string, unknown> }> } | undefined)?.sections['sample'];
}
const savedList = async (user: User) => (await save(user))?.fields['reasons'] as { value: { rows: object } };

describe('the drawer of a row', () => {
  test('forgets a new row, and the changes of another, with Escape after a question', async () => {
    const { user } = await openList();
    await press(user, t('settings.list.add'));
    await expectFocus(() => column('Code'));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await press(user, t('settings.list.edit', { name: 'BRK' }));
    await user.type(column('Label'), '!');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: t('ui.action.no') }));
    expect(column('Label')).toHaveProperty('value', 'Broken!');
    await user.type(column('Label'), '{Escape}');
    await user.click(await screen.findByRole('button', { name: t('ui.action.yes') }));
    expect(screen.queryByText('Broken!')).toBeNull();
    await expectFocus(() => button(t('settings.list.edit', { name: 'BRK' })));
    expect(shownCodes()).toEqual(['BRK', 'RET']);
    expect(screen.queryByRole('button', { name: t('ui.form.save') })).toBeNull();
  });

  test('tells of each field of a row whether it follows or is set here, and reverts it', async () => {
    const { user } = await openList();
    await press(user, t('settings.list.edit', { name: 'BRK' }));
    const follows = t('settings.list.follows', { name: headOffice.name });
    const choice = (name: 'inherit' | 'replace' | 'hide') =>
      screen.getByRole('radio', { name: t(`settings.list.choice.${name}`) });
    expect([drawer().getAllByText(follows).length, choice('inherit')]).toMatchObject([3, { checked: true }]);
    await user.type(column('Label'), '!');
    expect([drawer().getAllByText(follows).length, choice('replace')]).toMatchObject([2, { checked: true }]);
    await press(user, `Label: ${t('settings.action.revertTo', { value: 'Broken' })}`);
    expect(drawer().getAllByText(follows)).toHaveLength(3);
    await user.click(button(t('settings.list.apply')));
    expect(screen.queryByRole('button', { name: t('ui.form.save') })).toBeNull();
  });

  test('hides a row by the choice in its drawer, keeps its place, and shows it again with other values', async () => {
    const { user } = await openList();
    await press(user, t('settings.list.edit', { name: 'BRK' }));
    await user.click(screen.getByRole('radio', { name: t('settings.list.choice.hide') }));
    expect(screen.queryByRole('textbox', { name: 'Label' })).toBeNull();
    await press(user, t('settings.list.apply'));
    expect(shownCodes()).toEqual(['BRK', 'RET']);
    expect(screen.getAllByRole('row')[1]!.textContent).toContain(t('settings.list.hiddenHere'));
    await press(user, t('settings.list.edit', { name: 'RET' }));
    await expectFocus(() => column('Code'));
    await user.keyboard('{Alt>}{PageUp}{/Alt}');
    await user.click(screen.getByRole('radio', { name: t('settings.list.choice.replace') }));
    await user.type(column('Label'), '!');
    await press(user, t('settings.list.apply'));
    expect((await savedList(user)).value).toMatchObject({
      rows: { [rowId(1)]: { action: 'replace', values: { label: 'Broken!' } } },
    });
  });

  test('locks a row for the locations below with the values of above, and unlocks a row of its own', async () => {
    const own = { ...ownRow(3, { code: 'OWN', label: 'Ours', limit: null }), mode: 'locked' as const };
    const { user } = await openList(listField([broken, own]), {}, headOffice);
    const mode = (name: 'free' | 'locked') => screen.getByRole('radio', { name: t(`settings.list.mode.${name}`) });
    await press(user, t('settings.list.edit', { name: 'BRK' }));
    expect(screen.queryByRole('radio', { name: t('settings.list.mode.locked') })).toBeNull();
    await user.click(screen.getByRole('radio', { name: t('settings.list.choice.replace') }));
    await user.click(mode('locked'));
    await press(user, t('settings.list.apply'));
    expect(screen.getAllByRole('row')[1]!.textContent).toContain(t('settings.mode.locked'));
    await press(user, t('settings.list.edit', { name: 'OWN' }));
    expect(mode('locked')).toHaveProperty('checked', true);
    await user.click(mode('free'));
    await press(user, t('settings.list.apply'));
    expect((await savedList(user)).value.rows).toMatchObject({
      [rowId(1)]: { action: 'replace', mode: 'locked', values: { label: 'Broken' } },
      [rowId(3)]: { action: 'add', mode: 'free', values: { label: 'Ours' } },
    });
  });

  test('goes to the next row and the one before with Alt and the page keys, and passes locked ones', async () => {
    const locked = inheritedRow(4, { code: 'LCK', label: 'x', limit: null }, { mode: 'locked', lockedBy: headOffice });
    const { user } = await openList(listField([broken, locked, returned]));
    await press(user, t('settings.list.edit', { name: 'BRK' }));
    const shown = () => [
      drawer().getByRole('heading').textContent,
      button(t('settings.list.next')).hasAttribute('disabled'),
    ];
    expect(shown()).toEqual(['BRK', false]);
    await expectFocus(() => column('Code'));
    await user.keyboard('{Alt>}{PageDown}{/Alt}');
    expect(shown()).toEqual(['RET', true]);
    expect(drawer().getByText(t('settings.list.positionOf', { position: '3', total: '3' }))).toBeDefined();
    await user.keyboard('{Alt>}{PageUp}{/Alt}');
    expect(shown()).toEqual(['BRK', false]);
  });

  test('removes a row of its own in its drawer, and cannot replace one of a list that may only be shortened', async () => {
    const { user } = await openList({
      ...listField([broken, ownRow(3, { code: 'OWN', label: 'Ours', limit: null })]),
      bound: { mode: 'tighten', value: null, source: headOffice, since: '2026-03-01T08:00:00Z' },
    });
    await press(user, t('settings.list.edit', { name: 'BRK' }));
    expect(screen.getByRole('radio', { name: t('settings.list.choice.replace') })).toHaveProperty('disabled', true);
    expect(column('Label')).toHaveProperty('disabled', true);
    await user.click(button(t('ui.action.cancel')));
    await press(user, t('settings.list.edit', { name: 'OWN' }));
    expect(screen.queryByRole('radio')).toBeNull();
    await press(user, t('settings.list.removeShort'));
    expect(shownCodes()).toEqual(['BRK']);
  });

  test('names a missing value, and a key that another row has, before a row is applied', async () => {
    const { user } = await openList();
    await press(user, t('settings.list.add'));
    await user.type(column('Label'), 'No code{Enter}');
    expect(column('Code').getAttribute('aria-invalid')).toBe('true');
    await expectFocus(() => column('Code'));
    await user.type(column('Code'), 'RET{Enter}');
    expect(await drawer().findByText(t('errors.field.duplicateKey'))).toBeDefined();
    await expectFocus(() => column('Code'));
    await user.type(column('Code'), '2{Enter}');
    expect(Object.values((await savedList(user)).value.rows)).toMatchObject([{ values: { code: 'RET2' } }]);
  });

  test('names a second row with the same key when it is saved, if the first was shown again meanwhile', async () => {
    const { user } = await openList();
    await press(user, t('settings.list.edit', { name: 'RET' }));
    await user.click(screen.getByRole('radio', { name: t('settings.list.choice.hide') }));
    await press(user, t('settings.list.apply'));
    await press(user, t('settings.list.add'));
    await user.type(column('Label'), 'Again');
    await user.type(column('Code'), 'RET{Enter}');
    await press(user, `RET: ${t('settings.list.show')}`);
    expect(await save(user)).toBeUndefined();
    expect(await drawer().findByText(t('errors.field.duplicateKey'))).toBeDefined();
    await expectFocus(() => column('Code'));
    await user.keyboard('{Escape}');
    expect(screen.getAllByRole('row')[3]!.textContent).toContain(t('errors.field.duplicateKey'));
    expect(await save(user)).toBeUndefined();
    await expectFocus(() => column('Code'));
    await user.type(column('Code'), '2{Enter}');
    expect(Object.values((await savedList(user)).value.rows)).toMatchObject([{ values: { code: 'RET2' } }]);
  });
});
