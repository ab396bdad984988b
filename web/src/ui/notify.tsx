import { Notifications, notifications } from '@mantine/notifications';
import { createContext, useContext, useMemo } from 'react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import classes from './notify.module.css';

export type NotificationKind = 'success' | 'error' | 'warning' | 'info';

type Words = { header: (kind: NotificationKind) => string; close: () => string };
type Action = { label: string; onClick: () => void };
type Send = (message: string, action?: Action) => void;

const icons: Record<NotificationKind, IconName> = {
  success: 'check-circle',
  error: 'error-circle',
  warning: 'alert',
  info: 'info',
};

const NotifyContext = createContext<Record<NotificationKind, Send> | undefined>(undefined);

/** Lets every screen inside it tell somebody something in passing; stands once in the app, with the words of the frame. */
export function NotifyProvider({ header, close, children }: Words & { children: ReactNode }) {
  const notify = useMemo(() => createNotify({ header, close }), [header, close]);
  return (
    <NotifyContext value={notify}>
      {children}
      <NotificationCentre />
    </NotifyContext>
  );
}

/** The four ways to tell somebody something in passing. */
export function useNotify(): Record<NotificationKind, Send> {
  const notify = useContext(NotifyContext);
  if (!notify) throw new Error('useNotify needs a NotifyProvider above it');
  return notify;
}

/** Where notifications appear: top right, above everything; stands once in the app. */
export function NotificationCentre() {
  return <Notifications position="top-right" containerWidth={360} limit={5} pauseResetOnHover="all" zIndex={1000} />;
}

/** Makes the four ways to tell somebody something in passing; the words of the frame are handed in. */
export function createNotify(words: Words): Record<NotificationKind, Send> {
  const sender =
    (kind: NotificationKind): Send =>
    (message, action) => {
      const id = notifications.show({
        title: words.header(kind),
        message: <Message text={message} action={action && { ...action, onClick: () => act(action, id) }} />,
        icon: <Icon name={icons[kind]} size={20} />,
        classNames: {
          root: classes.root ?? '',
          icon: classes.icon ?? '',
          title: classes.title ?? '',
          description: classes.description ?? '',
        },
        'data-kind': kind,
        role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
        autoClose: kind === 'success' || kind === 'info' ? 5000 : false,
        closeButtonProps: { 'aria-label': words.close() },
      });
    };
  return { success: sender('success'), error: sender('error'), warning: sender('warning'), info: sender('info') };
}

function act(action: Action, id: string) {
  notifications.hide(id);
  action.onClick();
}

function Message({ text, action }: { text: string; action: Action | undefined }) {
  return (
    <>
      {text}
      {action && (
        <button type="button" className={classes.action} onClick={action.onClick}>
          {action.label}
        </button>
      )}
    </>
  );
}
