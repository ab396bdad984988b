import { parseUserAgent } from '@storeward/contract/sessions';
import { t } from '../text/i18n.ts';

/** Readable device name from a user agent, such as 'Chrome on Windows'. */
export function deviceName(userAgent: string): string {
  const { browser, system } = parseUserAgent(userAgent);
  if (browser && system) return t('profile.sessions.device', { browser, system });
  return browser ?? system ?? t('profile.sessions.unknownDevice');
}
