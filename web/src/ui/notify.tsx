import { Notifications, notifications, notificationsStore } from '@mantine/notifications';
import { createContext, useContext, useMemo } from 'react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import classes from './notify.module.css';

export type NotificationKind = 'success' | 'error' | 'warning' | 'info';

type Words = {
  header: (kind: NotificationKind) => string;
  close: () => string;
  copyCode?: ((code: string) => string) | undefined;
};
type Action = { label: string; onClick: () => void };
/** `code` is the name of a failure, for whoever asks for help. */
type Send = (message: string, more?: Action | { code: string | undefined }) => void;

const icons: Record<NotificationKind, IconName> = {
  success: 'check-circle',
  error: 'error-circle',
  warning: 'alert',
  info: 'info',
};

const NotifyContext = createContext<Record<NotificationKind, Send> | undefined>(undefined);

/** Lets every screen inside it tell somebody something in passing; stands once in the app, with the words of the frame. */
export function NotifyProvider({ header, close, copyCode, children }: Words & { children: ReactNode }) {
  const notify = useMemo(() => createNotify({ header, close, copyCode }), [header, close, copyCode]);
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

/** Where notifications appear: bottom right, above the bars and beside what is pressed there; stands once in the app. */
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

/** Takes away what was only said in passing, since its screen is left; what was said along with leaving stays. */
export function clearPassing() {
  const [now, open] = [Date.now(), notificationsStore.getState()];
  for (const { id } of [...open.notifications, ...open.queue]) {
    const said = passing.get(id ?? '');
    if (id && said !== undefined && now - said > saidWithLeaving) notifications.hide(id);
  }
}

/** When each success and each bit of news was told. */
const passing = new Map<string, number>();
const saidWithLeaving = 500;

/** Makes the four ways to tell somebody something in passing; the words of the frame are handed in. */
export function createNotify(words: Words): Record<NotificationKind, Send> {
  const sender =
    (kind: NotificationKind): Send =>
    (message, more) => {
      const action = more && 'onClick' in more ? more : undefined;
      const code = more && 'code' in more ? more.code : undefined;
      const id = notifications.show({
        title: words.header(kind),
        message: (
          <>
            {message}
            {action && <ActionButton {...action} onClick={() => act(action, id)} />}
            {code && <CodeButton code={code} label={words.copyCode?.(code) ?? code} />}
          </>
        ),
        icon: <Icon name={icons[kind]} size={20} />,
        classNames: {
          root: classes.root ?? '',
          icon: classes.icon ?? '',
          title: classes.title ?? '',
          description: classes.description ?? '',
        },
        'data-kind': kind,
        role: kind === 'error' || kind === 'warning' ? 'alert' : 'status',
        autoClose: isPassing(kind) ? 5_000 : 10_000,
        closeButtonProps: { 'aria-label': words.close() },
        onClose: ({ id: gone }) => void passing.delete(gone ?? ''),
      });
      if (isPassing(kind)) passing.set(id, Date.now());
    };
  return { success: sender('success'), error: sender('error'), warning: sender('warning'), info: sender('info') };
}

const isPassing = (kind: NotificationKind) => kind === 'success' || kind === 'info';

function act(action: Action, id: string) {
  notifications.hide(id);
  action.onClick();
}

function ActionButton({ label, onClick }: Action) {
  return (
    <button type="button" className={classes.action} onClick={onClick}>
      {label}
    </button>
  );
}

/** The name of a failure, to be copied for whoever helps. */
function CodeButton({ code, label }: { code: string; label: string }) {
  return (
    <button
      type="button"
      className={classes.code}
      title={label}
      aria-label={label}
      onClick={() => void navigator.clipboard.writeText(code)}
    >
      {code}
    </button>
  );
}
