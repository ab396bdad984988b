import { useT } from '../platform/i18n.ts';
import { ErrorState } from '../ui/states.tsx';

/** Says that a screen could not be drawn, most often because a newer portal has taken its place; loading anew helps. */
export function FailedScreen({ error }: { error: unknown }) {
  const t = useT();
  return (
    <ErrorState
      title={t('ui.state.loadFailed')}
      text={t('ui.state.nothingLost')}
      retry={{ label: t('ui.state.retry'), onRetry: () => location.reload() }}
      details={{
        label: t('ui.state.copyDetails'),
        copied: t('ui.state.copied'),
        text: `${location.pathname}\n${error instanceof Error ? error.message : ''}`,
      }}
    />
  );
}
