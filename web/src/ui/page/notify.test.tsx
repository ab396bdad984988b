import { notifications } from '@mantine/notifications';
import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { render } from '../../../test/render.tsx';
import { NotificationCentre, createNotify } from './notify.tsx';

const headers = { success: 'Success', error: 'Error', warning: 'Warning', info: 'Info' };
const notify = createNotify({ header: (kind) => headers[kind], close: () => 'Close' });

afterEach(() => {
  act(() => notifications.clean());
});

describe('the notification', () => {
  test('has a title by kind, a message and a close button', async () => {
    const { user } = render(<NotificationCentre />);
    act(() => notify.success('The name was saved'));
    expect(await screen.findByText('Success')).toBeTruthy();
    expect(screen.getByText('The name was saved')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await vi.waitFor(() => expect(screen.queryByText('The name was saved')).toBeNull());
  });

  test('has the role alert for errors and status for information', async () => {
    render(<NotificationCentre />);
    act(() => {
      notify.error('The name is taken');
      notify.info('The import is running');
    });
    expect((await screen.findByRole('alert')).textContent).toContain('The name is taken');
    expect(screen.getByRole('status').textContent).toContain('The import is running');
  });

  test('tells whether the clipboard took the error code', async () => {
    const copying = createNotify({
      header: (kind) => headers[kind],
      close: () => 'Close',
      copyResult: (isCopied) => (isCopied ? 'Copied' : 'Not copied'),
    });
    const { user } = render(<NotificationCentre />);
    act(() => copying.error('The name is taken', { code: 'user.nameTaken' }));
    const button = await screen.findByRole('button', { name: 'user.nameTaken' });
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
    await user.click(button);
    expect(await screen.findByText('Not copied')).toBeTruthy();
    await user.click(button);
    expect(await screen.findByText('Copied')).toBeTruthy();
  });

  test('runs its action and closes', async () => {
    const onClick = vi.fn<() => void>();
    const { user } = render(<NotificationCentre />);
    act(() => notify.warning('Two stores differ', { label: 'Open stores', onClick }));
    await user.click(await screen.findByRole('button', { name: 'Open stores' }));
    expect(onClick).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(screen.queryByText('Two stores differ')).toBeNull());
  });

  test('hides an error once something succeeds, and keeps a warning', async () => {
    render(<NotificationCentre />);
    act(() => notify.error('The name is taken'));
    act(() => notify.warning('Two stores differ'));
    expect(await screen.findByText('The name is taken')).toBeTruthy();
    act(() => notify.success('The name was saved'));
    expect(await screen.findByText('The name was saved')).toBeTruthy();
    await vi.waitFor(() => expect(screen.queryByText('The name is taken')).toBeNull());
    expect(screen.getByText('Two stores differ')).toBeTruthy();
  });
});
