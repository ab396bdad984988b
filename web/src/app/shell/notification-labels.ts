import { t } from '../../platform/text/i18n.ts';
import type { NotificationKind } from '../../ui/page/notify.tsx';

export const notificationLabels = {
  header: (kind: NotificationKind) => t(`ui.notify.${kind}`),
  close: () => t('ui.action.close'),
  copyCode: (code: string) => t('ui.notify.copyCode', { code }),
  copyResult: (isCopied: boolean) => t(isCopied ? 'ui.state.copied' : 'ui.state.notCopied'),
};
