import type { t as translate } from './i18n.ts';

/** The labels of a copy button that is called `copy`. */
export const copyLabels = (copy: string, t: typeof translate) => ({
  copy,
  copied: t('ui.state.copied'),
  notCopied: t('ui.state.notCopied'),
});
