import { Group, NativeSelect } from '@mantine/core';
import { useT } from '../platform/text/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import classes from './dashboard-page.module.css';
import { periods, useDashboardPeriod } from './dashboard-period.ts';

/** Selects the period of the figures and the comparison with the period before (both in the URL), and prints the page. */
export function DashboardControls() {
  const t = useT();
  const { period, change } = useDashboardPeriod();
  const choices = periods.includes(period.days as (typeof periods)[number]) ? periods : [...periods, period.days];
  return (
    <Group className={classes.controls ?? ''} gap="xs">
      <NativeSelect
        aria-label={t('figures.period.label')}
        leftSection={<Icon name="calendar" />}
        value={String(period.days)}
        onChange={({ currentTarget }) => change({ days: Number(currentTarget.value) })}
        data={choices.map((days) => ({ value: String(days), label: t('figures.period.days', { days }) }))}
      />
      <NativeSelect
        aria-label={t('figures.compare.label')}
        value={period.compares ? 'before' : 'off'}
        onChange={({ currentTarget }) => change({ compare: currentTarget.value === 'off' ? 'off' : undefined })}
        data={[
          { value: 'before', label: t('figures.compare.before') },
          { value: 'off', label: t('figures.compare.off') },
        ]}
      />
      <IconButton icon="print" label={t('figures.print')} onClick={() => window.print()} />
    </Group>
  );
}
