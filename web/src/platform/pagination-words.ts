import { useLanguage, useT } from './i18n.ts';

/** What the way through a long list says, with its figures as the reader writes them. */
export function usePaginationWords() {
  const t = useT();
  const [locale] = useLanguage();
  return {
    locale,
    words: {
      label: t('ui.pagination.label'),
      rows: t('ui.pagination.rows'),
      range: (figures: Figures) => t('ui.pagination.range', figures),
      rangeAbout: (figures: Figures) => t('ui.pagination.rangeAbout', figures),
      previous: t('ui.pagination.previous'),
      next: t('ui.pagination.next'),
    },
  };
}

type Figures = { from: string; to: string; total: string };
