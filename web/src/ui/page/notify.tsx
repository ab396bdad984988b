import { Text, UnstyledButton } from '@mantine/core';
import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { createContext, useContext, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { copyText } from '../copy-text.ts';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icon.tsx';
import classes from './notify.module.css';
import { TextButton } from '../text-button.tsx';

export type NotificationKind = 'success' | 'error' | 'warning' | 'info';

type NotificationLabels = {
  header: (kind: NotificationKind) => string;
  close: () => string;
  copyCode?: ((code: string) => string) | undefined;
  /** Tells whether the clipboard took the code. */
  copyResult?: ((isCopied: boolean) => string) | undefined;
};
type Action = { label: string; onClick: () => void };
/** `code` is the error code, shown for support requests. */
type Notify = (message: string, options?: Action | { code: string | undefined }) => void;

const icons: Record<NotificationKind, IconName> = {
  success: 'check-circle',
  error: 'error-circle',
  warning: 'alert',
  info: 'info',
};

const NotifyContext = createContext<Record<NotificationKind, Notify> | undefined>(undefined);

/** Adds kinds, actions and error codes to Mantine's notifications: provides `useNotify` and renders the notifications. Used once, at the root of the app. */
export function NotifyProvider({
  header,
  close,
  copyCode,
  copyResult,
  children,
}: NotificationLabels & { children: ReactNode }) {
  const notify = useMemo(
    () => createNotify({ header, close, copyCode, copyResult }),
    [header, close, copyCode, copyResult],
  );
  return (
    <NotifyContext value={notify}>
      {children}
      <NotificationCentre />
    </NotifyContext>
  );
}

/** Returns one notify function per notification kind. */
export function useNotify(): Record<NotificationKind, Notify> {
  const notify = useContext(NotifyContext);
  if (!notify) throw new Error('useNotify needs a NotifyProvider above it');
  return notify;
}

/** Notification container at the bottom right, above the save bar. */
export function NotificationCentre() {
  return (
    <Notifications
      position="bottom-right"
      containerWidth={360}
      limit={5}
      pauseResetOnHover="all"
      zIndex={1000}
      classNames={{ root: classes.centre ?? '' }}
    />
  );
}

/**
 * Hides success and info notifications when the screen changes, except those shown within the last 500 ms, which
 * belong to the navigation itself.
 */
export function clearTransientNotifications() {
  const [now, state] = [Date.now(), notificationsStore.getState()];
  for (const { id } of [...state.notifications, ...state.queue]) {
    const shownAt = transientShownAt.get(id ?? '');
    if (id && shownAt !== undefined && now - shownAt > keepRecentMs) notifications.hide(id);
  }
}

/** Hides error notices: after a success, the errors of earlier failures are outdated. */
function clearErrors() {
  const { notifications: shown, queue } = notificationsStore.getState();
  for (const { id } of [...shown, ...queue]) if (id && errorIds.delete(id)) notifications.hide(id);
}

/** The ids of the error notices that are shown. */
const errorIds = new Set<string>();

/** Time at which each success and info notification was shown, by id. */
const transientShownAt = new Map<string, number>();
const keepRecentMs = 500;

/** Creates the notify functions with the given labels. */
export function createNotify(labels: NotificationLabels): Record<NotificationKind, Notify> {
  const sender =
    (kind: NotificationKind): Notify =>
    (message, options) => {
      const action = options && 'onClick' in options ? options : undefined;
      const code = options && 'code' in options ? options.code : undefined;
      if (kind === 'success') clearErrors();
      const id = notifications.show({
        title: labels.header(kind),
        message: (
          <>
            {message}
            {action && <ActionButton {...action} onClick={() => runAction(action, id)} />}
            {code && <CodeButton code={code} label={labels.copyCode?.(code) ?? code} resultText={labels.copyResult} />}
          </>
        ),
        icon: <Icon name={icons[kind]} size={20} />,
        classNames: {
          root: classes.root ?? '',
          icon: classes.icon ?? '',
          title: classes.title ?? '',
        },
        'data-kind': kind,
        role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
        autoClose: isTransient(kind) ? 5_000 : 10_000,
        closeButtonProps: { 'aria-label': labels.close() },
        onClose: ({ id: closedId }) => {
          transientShownAt.delete(closedId ?? '');
          errorIds.delete(closedId ?? '');
        },
      });
      if (kind === 'error') errorIds.add(id);
      if (isTransient(kind)) transientShownAt.set(id, Date.now());
    };
  return { success: sender('success'), error: sender('error'), warning: sender('warning'), info: sender('info') };
}

const isTransient = (kind: NotificationKind) => kind === 'success' || kind === 'info';

function runAction(action: Action, id: string) {
  notifications.hide(id);
  action.onClick();
}

function ActionButton({ label, onClick }: Action) {
  return (
    <Text component="div" size="label" mt={2}>
      <TextButton onClick={onClick}>{label}</TextButton>
    </Text>
  );
}

type CodeButtonProps = {
  readonly code: string;
  readonly label: string;
  readonly resultText: NotificationLabels['copyResult'];
};

/** Button that copies the error code, and says whether it did. */
function CodeButton({ code, label, resultText }: CodeButtonProps) {
  const [isCopied, setCopied] = useState<boolean>();
  return (
    <>
      <UnstyledButton
        className={classes.code}
        display="block"
        mt={2}
        fz="xs"
        lh="xs"
        ff="mono"
        title={label}
        aria-label={label}
        onClick={() => void copyText(code).then(setCopied)}
      >
        {code}
      </UnstyledButton>
      {/* read out as a part of the notification, which is a live region */}
      {isCopied !== undefined && (
        <Text span size="xs">
          {resultText?.(isCopied)}
        </Text>
      )}
    </>
  );
}
