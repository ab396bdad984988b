import { useT } from '../platform/text/i18n.ts';
import { ErrorState } from '../ui/page/states.tsx';

/** Shown when the server does not respond at start-up; the session stays. */
export function Unavailable({ onRetry }: { onRetry: () => void }) {
  const t = useT();
  return (
    <ErrorState
      title={t('app.shell.unavailable')}
      text={t('app.shell.unavailableText')}
      retry={{ label: t('ui.state.retry'), onRetry }}
    />
  );
}
