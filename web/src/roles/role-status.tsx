import { useT } from '../platform/i18n.ts';
import { StatusDot } from '../ui/status-dot.tsx';

/** Whether a role counts for those who hold it, as a mark with its word. */
export function RoleStatus({ status }: { status: boolean }) {
  const t = useT();
  return <StatusDot kind={status ? 'on' : 'off'}>{t(status ? 'ui.status.enabled' : 'ui.status.disabled')}</StatusDot>;
}
