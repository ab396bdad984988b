import { useT } from '../platform/text/i18n.ts';
import { ErrorState } from '../ui/page/states.tsx';
import { copyLabels } from '../platform/text/copy-labels.ts';

/**
 * Error boundary of a screen. The most common cause is a newer deployment that replaced the modules; reloading helps.
 */
export function ScreenError({ error }: { error: unknown }) {
  const t = useT();
  return (
    <ErrorState
      title={t('ui.state.loadFailed')}
      text={t('ui.state.nothingChanged')}
      retry={{ label: t('ui.state.retry'), onRetry: () => location.reload() }}
      details={{
        labels: copyLabels(t('ui.state.copyDetails'), t),
        text: `${location.pathname}\n${error instanceof Error ? error.message : ''}`,
      }}
    />
  );
}
