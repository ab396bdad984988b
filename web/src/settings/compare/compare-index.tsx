import { Text, UnstyledButton } from '@mantine/core';
import type { SectionName } from '@storeward/contract/settings/sections';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { sectionLabel } from '../../platform/text/setting-labels.ts';
import classes from './compare.module.css';

type Props = {
  sections: readonly { readonly section: SectionName; readonly count: number }[];
  onShow: (section: SectionName) => void;
};

/** The sections of a comparison with the number of their differences. */
export function CompareIndex({ sections, onShow }: Props) {
  const t = useT();
  return (
    <nav className={classes.index} aria-label={t('settings.sections')}>
      {sections.map(({ section, count }) => (
        <UnstyledButton key={section} className={classes.entry} disabled={count === 0} onClick={() => onShow(section)}>
          <span>{sectionLabel(section, t)}</span>
          <Text span size="xs" c="dimmed">
            {count > 0 ? formatNumber(count) : t('settings.compare.equal')}
          </Text>
        </UnstyledButton>
      ))}
    </nav>
  );
}
