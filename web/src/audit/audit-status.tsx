import { Flex, Text } from '@mantine/core';
import type { AuditStatus } from '@storeward/contract/audit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { currentLanguage, formatDateTime, formatNumber, useT } from '../platform/text/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { statusQuery } from './queries.ts';

const refreshMs = 60_000;
/** The portal verifies every minute; after this time a verification counts as missing. */
const staleMs = 15 * 60_000;

/** How far the hash chain was verified and when; an error is shown as an alert. */
export function AuditStatusBadge({ orgId }: { orgId: string | undefined }) {
  const t = useT();
  const { data } = useQuery({ ...statusQuery(orgId), refetchInterval: refreshMs, meta: { quiet: true } });
  const now = useNow();
  if (!data) return null;
  const { tone, text } = summary(data, now, t);
  return (
    <Flex
      role={tone === 'error' ? 'alert' : 'note'}
      aria-label={t('audit.chain.title')}
      align="center"
      gap="xs"
      mih="2rem"
      px="sm"
      py={4}
      bdrs="sm"
      bg={`var(--${tone}-subtle)`}
      bd={`1px solid var(--${tone}-line)`}
      c={`var(--${tone}-text)`}
      title={
        data.anchoredPosition === null || data.anchoredDate === null
          ? undefined
          : t('audit.chain.signed', {
              position: formatNumber(data.anchoredPosition),
              date: formatDateTime(data.anchoredDate),
            })
      }
    >
      <Icon name={tone === 'success' ? 'check-circle' : 'alert'} size={16} />
      <Text span size="label" inherit>
        {text}
      </Text>
    </Flex>
  );
}

function summary(status: AuditStatus, now: number, t: ReturnType<typeof useT>) {
  const { verifiedPosition, verifiedDate, faults, firstFault } = status;
  if (faults > 0)
    return {
      tone: 'error',
      text:
        firstFault === null
          ? t('audit.chain.faults', { count: faults })
          : t('audit.chain.faultAt', { count: faults, position: formatNumber(firstFault) }),
    } as const;
  if (verifiedPosition === null || verifiedDate === null)
    return { tone: 'warn', text: t('audit.chain.never') } as const;
  const age = now - Date.parse(verifiedDate);
  const values = { position: formatNumber(verifiedPosition), age: ageText(age) };
  if (age > staleMs) return { tone: 'warn', text: t('audit.chain.stale', values) } as const;
  return { tone: 'success', text: t('audit.chain.verified', values) } as const;
}

/** A time span before now in words: '3 minutes ago'. */
function ageText(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  const [amount, unit] =
    minutes < 60
      ? ([minutes, 'minute'] as const)
      : minutes < 2_880
        ? ([Math.round(minutes / 60), 'hour'] as const)
        : ([Math.round(minutes / 1_440), 'day'] as const);
  return new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' }).format(-amount, unit);
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
