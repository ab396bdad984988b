import { useT } from '../platform/i18n.ts';
import { ErrorState } from '../ui/states.tsx';

/** Says that the server does not answer, and that nobody has to sign in again for it. */
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
