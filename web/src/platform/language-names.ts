import type { Language } from '@storeward/contract/reference';

/** What each language calls itself, so that everybody finds their own. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  'zh-CN': '简体中文',
  nl: 'Nederlands',
  'ja-JP': '日本語',
  it: 'Italiano',
  de: 'Deutsch',
};
