import type { ApiKey } from '@storeward/contract/api-keys';
import { formatDateOrTime, useT } from '../platform/text/i18n.ts';
import { StatusDot, type StatusKind } from '../ui/status-dot.tsx';

/** So many days before its end a key should be rotated. */
const daysBeforeEnd = 14;

const kinds: Readonly<Record<ApiKey['status'], StatusKind>> = {
  active: 'on',
  suspended: 'locked',
  expired: 'off',
  revoked: 'off',
};

const endsSoon = (until: string) => Date.parse(until) - Date.now() < daysBeforeEnd * 86_400_000;

/** The status of an API key, or what has to be done about one that works. */
export function ApiKeyState({ apiKey: { status, previous, maker, until } }: { apiKey: ApiKey }) {
  const t = useT();
  if (status !== 'active') return <StatusDot kind={kinds[status]}>{t(`api-keys.status.${status}`)}</StatusDot>;
  if (previous)
    return <StatusDot kind="on">{t('api-keys.status.rotating', { when: formatDateOrTime(previous.until) })}</StatusDot>;
  if (maker?.enabled === false) return <StatusDot kind="waiting">{t('api-keys.status.makerLeft')}</StatusDot>;
  const isEnding = endsSoon(until);
  return (
    <StatusDot kind={isEnding ? 'waiting' : 'on'}>
      {t(isEnding ? 'api-keys.status.ending' : 'api-keys.status.active')}
    </StatusDot>
  );
}
