import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from '../../test/render.tsx';
import { startPortal } from '../../test/start-portal.ts';
import { t } from '../platform/text/i18n.ts';
import { ChoiceDialog } from './choice-dialog.tsx';

const onClose = vi.fn<(value?: string) => void>();
const message = 'Please select an API';

beforeEach(async () => {
  onClose.mockReset();
  await startPortal();
});

const open = (initialValue: string | null = null) =>
  render(
    <ChoiceDialog
      title="Select API"
      name="selectApi"
      choices={[
        { value: 'one', label: 'One' },
        { value: 'two', label: 'Two', isDisabled: true },
        { value: 'three', label: 'Three' },
      ]}
      initialValue={initialValue}
      requiredMessage={message}
      onClose={onClose}
    />,
  );
const confirm = () => screen.getByRole('button', { name: t('ui.action.ok') });
const option = (name: string) => screen.getByRole('radio', { name });

test('a dialog that needs a choice says so only after OK, and then stays open until one is made', async () => {
  const { user } = open();
  await screen.findByRole('dialog', { name: 'Select API' });
  expect(screen.queryByText(message)).toBeNull();
  await user.click(confirm());
  expect(screen.getByText(message)).toBeDefined();
  expect(screen.getByRole('radiogroup').getAttribute('aria-invalid')).toBe('true');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(option('Three'));
  expect(screen.queryByText(message)).toBeNull();
  await user.click(confirm());
  expect(onClose).toHaveBeenCalledExactlyOnceWith('three');
});

test('a dialog that needs a choice says so once the user has left its choices without one', async () => {
  const { user } = open();
  await screen.findByRole('dialog', { name: 'Select API' });
  option('One').focus();
  expect(screen.queryByText(message)).toBeNull();
  await user.tab();
  expect(screen.getByText(message)).toBeDefined();
});

test('a disabled choice cannot be made', async () => {
  const { user } = open('one');
  expect(option('Two')).toHaveProperty('disabled', true);
  await user.click(option('Two'));
  await user.click(confirm());
  expect(onClose).toHaveBeenCalledExactlyOnceWith('one');
});

test('a dialog with a choice returns nothing when it is cancelled or closed with Escape', async () => {
  const { user } = open('one');
  await user.click(option('Three'));
  await user.click(screen.getByRole('button', { name: t('ui.action.cancel') }));
  await user.keyboard('{Escape}');
  expect(onClose.mock.calls).toEqual([[], []]);
});
