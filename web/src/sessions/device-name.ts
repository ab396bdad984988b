import { deviceParts } from '@storeward/contract/sessions';
import { t } from '../platform/i18n.ts';

/** A device in words, from what it calls itself: 'Chrome on Windows'. */
export function deviceName(userAgent: string): string {
  const { browser, system } = deviceParts(userAgent);
  if (browser && system) return t('profile.sessions.device', { browser, system });
  return browser ?? system ?? t('profile.sessions.unknownDevice');
}
