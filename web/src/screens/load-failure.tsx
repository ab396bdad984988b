import { ApiError } from '../platform/api.ts';
import { sayError, useT } from '../platform/i18n.ts';
import { ErrorState } from '../ui/states.tsx';

/** For a query whose failure its screen draws where nothing else is there to be shown: it is told nowhere else. */
export const drawnHere = { drawn: true } as const;

type Props = {
  title: string;
  fault: Error;
  onRetry: () => void;
  /** What the way out is called, where trying again would not help. */
  retry?: string;
};

/** Says in the place of what could not be loaded what the server says of it, with its name for whoever helps. */
export function LoadFailure({ title, fault, onRetry, retry }: Props) {
  const t = useT();
  const { code, message, messageCode, status } = fault instanceof ApiError ? fault : new ApiError(0);
  // A lost session is told on the sign-in page, and a password to be changed on its own.
  if (status === 401 || status === 403 || code === 'password.mustChange') return null;
  return (
    <ErrorState
      kind={t('ui.notify.error')}
      title={title}
      text={sayError(code, message)}
      retry={{ label: retry ?? t('ui.state.retry'), onRetry }}
      {...(messageCode && {
        details: {
          label: t('ui.notify.copyCode', { code: messageCode }),
          copied: t('ui.state.copied'),
          text: messageCode,
        },
      })}
    />
  );
}
