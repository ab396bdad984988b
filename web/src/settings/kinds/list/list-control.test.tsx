import { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import type { FieldState } from '@storeward/contract/settings/engine/section-state';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listPhrases } from '../../../../test/list-section.ts';
import { inheritedRow, listField, ownRow, rowId } from '../../../../test/list-state.ts';
import { mockError, mockResponse, type RecordedRequest } from '../../../../test/mock-server.ts';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { headOffice, ownField, sectionState, store } from '../../../../test/section-state.ts';
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

async function openList(reasons: FieldState = listField([broken, returned]), more: Record<string, FieldState> = {}) {
  const state = sectionState('sample', { reasons, ...more });
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

describe('a list that is changed row by row', () => {
  test('shows the values of each row, its position and where it comes from', async () => {
    await openList(listField([broken, ownRow(3, { code: 'OWN', label: 'Ours', limit: null })]));
    const [first, second] = screen.getAllByRole('row').slice(1);
    expect(first!.textContent).toContain('Broken');
    expect(first!.textContent).toContain(t('settings.origin.inherited', { name: headOffice.name }));
    expect(second!.textContent).toContain(t('settings.list.state.added'));
  });

  test('gets a row by its form, which Enter ends, and only that row is saved', async () => {
    const { user } = await openList();
    await press(user, t('settings.list.add'));
    await expectFocus(() => column('Code'));
    await user.type(column('Code'), 'DMG');
    await user.type(column('Label'), 'Damaged{Enter}');
    await expectFocus(() => button(t('settings.list.edit', { name: 'DMG' })));
    const { value } = await savedList(user);
    expect(Object.values(value.rows)).toEqual([
      { action: 'add', after: 'last', values: { code: 'DMG', label: 'Damaged', limit: null }, mode: 'free' },
    ]);
  });

  test('gets several rows in the order in which they were added', async () => {
    const { user } = await openList();
    for (const code of ['ONE', 'TWO']) {
      await press(user, t('settings.list.add'));
      await user.type(column('Code'), code);
      await user.type(column('Label'), `${code}{Enter}`);
    }
    expect(shownCodes()).toEqual(['BRK', 'RET', 'ONE', 'TWO']);
    const { value } = await savedList(user);
    const [first] = Object.keys(value.rows);
    expect(Object.values(value.rows)).toMatchObject([{ after: 'last' }, { after: first }]);
  });

  test('replaces an inherited row that is edited, and can restore it', async () => {
    const { user } = await openList();
    await press(user, t('settings.list.edit', { name: 'BRK' }));
    await user.clear(column('Limit'));
    await user.type(column('Limit'), '9{Enter}');
    expect(screen.getAllByRole('row')[1]!.textContent).toContain(t('settings.list.state.replaced'));
    const { value } = await savedList(user);
    expect(value).toEqual({
      rows: { [rowId(1)]: { action: 'replace', values: { code: 'BRK', label: 'Broken', limit: 9 }, mode: 'free' } },
    });
  });

  test('restores the inherited values of a row that was changed here', async () => {
    const changed = ownRow(
      1,
      { code: 'BRK', label: 'In pieces', limit: 3 },
      {
        state: 'replaced',
        origin: headOffice,
        inherited: broken.values,
        replaced: broken.values,
      },
    );
    const { user } = await openList(listField([changed, returned]));
    await press(user, t('settings.list.restore', { name: 'BRK' }));
    expect(screen.getByText('Broken')).toBeDefined();
    expect((await savedList(user)).value).toEqual({ rows: { [rowId(1)]: null } });
  });

  test('hides a row that is inherited, and removes one that is its own', async () => {
    const { user } = await openList(listField([broken, ownRow(3, { code: 'OWN', label: 'Ours', limit: null })]));
    await press(user, t('settings.list.hide', { name: 'BRK' }));
    await press(user, t('settings.list.remove', { name: 'OWN' }));
    expect(shownCodes()).toEqual(['BRK']);
    expect(screen.getByText(t('settings.list.hiddenHere'))).toBeDefined();
    await expectFocus(() => button(t('settings.list.add')));
    expect((await savedList(user)).value).toEqual({ rows: { [rowId(1)]: { action: 'hide' }, [rowId(3)]: null } });
  });

  test('shows a hidden row again, and says why other rows are not in the list', async () => {
    const author = { since: null, by: null, reason: null };
    const { user } = await openList(
      listField([broken], {
        hidden: [
          {
            id: rowId(2),
            after: rowId(1),
            values: returned.values,
            origin: headOffice,
            place: store,
            own: true,
            ...author,
          },
        ],
        shadowed: [
          { id: rowId(7), values: { code: 'BRK', label: 'Old' }, place: headOffice, origin: headOffice, by: rowId(1) },
        ],
        dormant: [
          {
            id: rowId(8),
            action: 'hide',
            values: null,
            place: store,
            own: true,
            cause: 'gone',
            lockedBy: null,
            ...author,
          },
        ],
      }),
    );
    await user.click(screen.getByRole('button', { name: t('settings.list.aside', { count: 2, shown: '2' }) }));
    expect(screen.getByText(t('settings.list.shadowed', { name: headOffice.name }))).toBeDefined();
    expect(screen.getByText(t('settings.list.dormant.gone'))).toBeDefined();
    await press(user, `RET: ${t('settings.list.show')}`);
    expect(shownCodes()).toEqual(['BRK', 'RET']);
    expect((await savedList(user)).value).toEqual({ rows: { [rowId(2)]: null } });
  });

  test('shows the inherited list once everything of its own is reverted, and can be changed from there', async () => {
    const { user } = await openList(listField([broken, ownRow(3, { code: 'OWN', label: 'Ours', limit: null })]));
    await press(user, `Reasons: ${t('settings.action.revert')}`);
    expect(shownCodes()).toEqual(['BRK']);
    await press(user, t('settings.list.hide', { name: 'BRK' }));
    expect((await savedList(user)).value).toEqual({ rows: { [rowId(1)]: { action: 'hide' }, [rowId(3)]: null } });
  });

  test('is inherited again as a whole when it is saved after that', async () => {
    const { user } = await openList(listField([broken, ownRow(3, { code: 'OWN', label: 'Ours', limit: null })]));
    await press(user, `Reasons: ${t('settings.action.revert')}`);
    expect(await save(user)).toEqual({ fields: { reasons: null }, version: 3 });
  });

  test('duplicates a row behind it', async () => {
    const { user } = await openList();
    await press(user, t('settings.list.duplicate', { name: 'BRK' }));
    await user.clear(column('Code'));
    await user.type(column('Code'), 'BR2{Enter}');
    expect(shownCodes()).toEqual(['BRK', 'BR2', 'RET']);
    expect(Object.values((await savedList(user)).value.rows)).toMatchObject([{ action: 'add', after: rowId(1) }]);
  });

  test('moves a row with buttons, says where it is now, and keeps the focus on the button', async () => {
    const { user } = await openList();
    await press(user, t('settings.list.down', { name: 'BRK' }));
    expect(shownCodes()).toEqual(['RET', 'BRK']);
    expect(screen.getByText(t('settings.list.moved', { name: 'BRK', position: '2', total: '2' }))).toBeDefined();
    // it cannot go further down, so the focus moves to the button for the other direction
    expect(document.activeElement).toBe(button(t('settings.list.up', { name: 'BRK' })));
    expect((await savedList(user)).value).toEqual({ rows: {}, order: [rowId(2), rowId(1)] });
  });

  test('moves a row with Alt and an arrow key, and there and back is no change', async () => {
    const { user } = await openList();
    button(t('settings.list.edit', { name: 'RET' })).focus();
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(shownCodes()).toEqual(['RET', 'BRK']);
    expect(document.activeElement).toBe(button(t('settings.list.edit', { name: 'RET' })));
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(shownCodes()).toEqual(['BRK', 'RET']);
    expect(screen.queryByRole('button', { name: t('ui.form.save') })).toBeNull();
  });

  test('does not change or hide a row that is locked above', async () => {
    await openList(listField([{ ...broken, mode: 'locked', lockedBy: headOffice }]));
    expect(screen.getByText(t('settings.origin.locked', { name: headOffice.name }))).toBeDefined();
    expect(button(t('settings.list.edit', { name: 'BRK' }))).toHaveProperty('disabled', true);
    expect(button(t('settings.list.hide', { name: 'BRK' }))).toHaveProperty('disabled', true);
  });

  test('takes no more rows than it may have', async () => {
    const { user } = await openList(
      listField([1, 2, 3].map((number) => inheritedRow(number, { code: `C${number}`, label: 'x', limit: null }))),
    );
    await press(user, t('settings.list.add'));
    await user.type(column('Code'), 'NEW');
    await user.type(column('Label'), 'x{Enter}');
    expect(button(t('settings.list.add'))).toHaveProperty('disabled', true);
    expect(screen.getByText(t('settings.list.full', { shown: '4' }))).toBeDefined();
  });

  test('shows an error of the server at its row and column', async () => {
    const { user } = await openList();
    const path = `sections.sample.fields.reasons.${rowId(1)}.limit`;
    mockError(nodeSettings.updateArea, 'input.invalid', {
      errors: [{ path, messageCode: 'field.tooLarge', message: '' }],
    });
    await press(user, t('settings.list.down', { name: 'BRK' }));
    await save(user);
    await screen.findByRole('dialog');
    expect(await drawer().findByText(t('errors.field.tooLarge'))).toBeDefined();
    expect(column('Limit').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a list that is inherited as a whole', () => {
  test('is saved as one value with its rows in order', async () => {
    const { user } = await openList(listField([]), { slides: ownField([{ title: 'One' }, { title: 'Two' }]) });
    await press(user, t('settings.list.up', { name: 'Two' }));
    await press(user, t('settings.list.duplicate', { name: 'One' }));
    const title = screen.getByRole('textbox', { name: 'Title' });
    await user.clear(title);
    await user.type(title, 'Three{Enter}');
    await press(user, t('settings.list.remove', { name: 'Two' }));
    expect((await save(user))?.fields['slides']).toEqual({
      value: [{ title: 'One' }, { title: 'Three' }],
      mode: 'free',
    });
  });
});
