import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from '../../test/render.tsx';
import { startPortal } from '../../test/start-portal.ts';
import { t } from '../platform/text/i18n.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { FormattedMessage } from './formatted-message.tsx';

const onYes = vi.fn<() => void>();
const onNo = vi.fn<() => void>();

beforeEach(async () => {
  onYes.mockReset();
  onNo.mockReset();
  await startPortal();
});

const ask = (name: string) =>
  render(
    <ConfirmDialog
      opened
      title="Delete?"
      message={<FormattedMessage phrase="users.delete.text" values={{ userName: name }} />}
      onYes={onYes}
      onNo={onNo}
    />,
  );
const dialog = () => screen.findByRole('dialog', { name: 'Delete?' });

test('a question has a title, a formatted message, and No before Yes with the focus on it', async () => {
  ask('amelia');
  expect((await dialog()).querySelector('b')?.textContent).toBe('amelia');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['No', 'Yes']);
  expect(document.activeElement?.textContent).toBe('No');
});

test('only Yes answers a question with yes; No and Escape change nothing', async () => {
  const { user } = ask('amelia');
  await dialog();
  await user.click(screen.getByRole('button', { name: t('ui.action.no') }));
  await user.keyboard('{Escape}');
  expect([onYes.mock.calls.length, onNo.mock.calls.length]).toEqual([0, 2]);
  await user.click(screen.getByRole('button', { name: t('ui.action.yes') }));
  expect([onYes.mock.calls.length, onNo.mock.calls.length]).toEqual([1, 2]);
});

test.each([
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '</b><i>not italic</i>',
  '<b>not bolder</b>',
  '&lt;b&gt;',
  '\uE0000\uE001',
  '{userName}',
])('the name %j is text in a question, whatever it contains', async (name) => {
  ask(name);
  const bold = (await dialog()).querySelectorAll('b');
  expect([...bold].map(({ textContent }) => textContent)).toEqual([name]);
  expect(bold[0]!.children).toHaveLength(0);
  expect(document.querySelector('img, script, i')).toBeNull();
});
