import { useT } from '../platform/text/i18n.ts';
import { StatusDot } from '../ui/status-dot.tsx';

export function ProductStatus({ status }: { status: boolean }) {
  const t = useT();
  return <StatusDot kind={status ? 'on' : 'off'}>{t(status ? 'ui.status.enabled' : 'ui.status.disabled')}</StatusDot>;
}
