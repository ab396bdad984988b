import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderAt } from '../../../test/render-at.tsx';
import { startPortal } from '../../../test/start-portal.ts';
import { t } from '../../platform/text/i18n.ts';
import { SkuDialog } from './sku-dialog.tsx';

const onCancel = vi.fn<() => void>();

beforeEach(async () => {
  onCancel.mockReset();
  await startPortal();
});

const open = (isChanged: boolean) =>
  renderAt(
    '/',
    <SkuDialog
      title="Badge SKUs"
      garment={{ garment: 'shirt', fit: 'male' }}
      labels={{ confirm: 'OK', cancel: 'Cancel' }}
      isComplete
      isChanged={isChanged}
      onConfirm={() => undefined}
      onCancel={onCancel}
    >
      <p>content</p>
    </SkuDialog>,
  );

test('closes at once with Escape if nothing was changed', async () => {
  const { user } = await open(false);
  await screen.findByText('content');
  await user.keyboard('{Escape}');
  expect(onCancel).toHaveBeenCalledOnce();
});

test('asks before Escape discards a change, and Escape again keeps it', async () => {
  const { user } = await open(true);
  await screen.findByText('content');
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('dialog', { name: t('records.form.discardTitle') })).toBeDefined();
  await user.click(screen.getByRole('button', { name: t('ui.action.no') }));
  expect(onCancel).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: t('ui.action.yes') }));
  expect(onCancel).toHaveBeenCalledOnce();
});
