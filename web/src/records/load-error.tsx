import { ApiError } from '../platform/api/api.ts';
import { copyLabels } from '../platform/text/copy-labels.ts';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { ErrorState } from '../ui/page/states.tsx';

/** Query meta: the screen itself shows the error while it has no data, so there is no notification. */
export const errorShownByScreen = { errorShownByScreen: true } as const;

type Props = {
  title: string;
  error: Error;
  onRetry: () => void;
  /** Label of the recovery action if it is not a retry. */
  retry?: string;
};

/** The error state of a query, with the server's message and its error code for support. */
export function LoadError({ title, error, onRetry, retry }: Props) {
  const t = useT();
  const { code, message, messageCode, status } = error instanceof ApiError ? error : new ApiError(0);
  // A lost session and a forced password change have their own pages.
  if (status === 401 || status === 403 || code === 'password.mustChange') return null;
  return (
    <ErrorState
      kind={t('ui.notify.error')}
      title={title}
      text={errorMessage(code, message)}
      retry={{ label: retry ?? t('ui.state.retry'), onRetry }}
      {...(messageCode && {
        details: {
          labels: copyLabels(t('ui.notify.copyCode', { code: messageCode }), t),
          text: messageCode,
        },
      })}
    />
  );
}
