import type { Delivery } from '@storeward/contract/webhooks';
import { fullEventLabel } from '../platform/text/event-labels.ts';
import { formatDateOrTime, formatNumber, type t as translate } from '../platform/text/i18n.ts';
import { sectionLabel } from '../platform/text/setting-labels.ts';

type Translate = typeof translate;

export const statusKinds = { waiting: 'waiting', delivered: 'on', failed: 'locked' } as const;

/** Short description of a message. */
export function messageText({ message }: Delivery, t: Translate): string {
  if (message.kind === 'webhook.test') return t('webhooks.deliveries.test');
  if ('record' in message) return `${fullEventLabel(message.kind, t)} · ${message.place.name}`;
  return t('webhooks.deliveries.changed', {
    sections: message.sections.map((name) => sectionLabel(name, t)).join(', '),
    place: message.place.name,
    count: message.stores,
    shown: formatNumber(message.stores),
  });
}

/** Short description of the delivery outcome. */
export function outcomeText({ state, answer, trouble, tries, nextTry }: Delivery, t: Translate): string {
  if (state === 'delivered') return t('webhooks.state.delivered');
  if (trouble === null) return t('webhooks.state.waiting');
  const why = t(`webhooks.trouble.${trouble}`, { answer: answer ?? '' });
  if (state === 'failed') return t('webhooks.state.failed', { why });
  return t('webhooks.state.retrying', { why, count: tries, when: formatDateOrTime(nextTry ?? '') });
}
