import { Flex, Select } from '@mantine/core';
import { auditEntities, type AuditPreset, auditPresets } from '@storeward/contract/audit';
import { useState } from 'react';
import { isIsoDate } from '../platform/text/date-input.ts';
import { useT } from '../platform/text/i18n.ts';
import { DateFormField } from '../records/date-form-field.tsx';
import { FilterChip } from '../ui/list/filter-chip.tsx';
import { PageTabs } from '../ui/page/page-tabs.tsx';
import type { AuditFilterQuery } from './queries.ts';
import { afterPress } from '../ui/dialog/after-press.ts';

export type Filters = Pick<
  AuditFilterQuery,
  'search' | 'entity' | 'entityId' | 'actorId' | 'action' | 'preset' | 'run' | 'from' | 'to'
>;

type Props = { filters: Filters; onChange: (change: Filters) => void };

/** Kinds of actions as tabs. */
export function PresetTabs({ filters, onChange }: Props) {
  const t = useT();
  const tab = (key: AuditPreset | 'all') => ({ key, label: t(`audit.preset.${key}`), content: null });
  return (
    <PageTabs
      label={t('audit.list.presets')}
      tabs={[tab('all'), ...auditPresets.map(tab)]}
      activeKey={filters.preset ?? 'all'}
      onSelect={(key) => onChange({ preset: auditPresets.find((preset) => preset === key) })}
    />
  );
}

/** Filters for the kind of record and the days, and chips for filters that another screen has set in the URL. */
export function AuditFilters({ filters, onChange, itemName }: Props & { itemName: string | undefined }) {
  const t = useT();
  const { entity, entityId, run } = filters;
  return (
    <>
      <Select
        aria-label={t('audit.list.entity')}
        placeholder={t('audit.list.allEntities')}
        clearable={entity !== undefined}
        clearButtonProps={{ 'aria-label': t('audit.list.allEntities') }}
        w="11rem"
        data={auditEntities.map((value) => ({ value, label: t(`audit.entity.${value}`) }))}
        value={entity ?? null}
        onChange={(value) => onChange({ entity: value ?? undefined })}
      />
      <Days filters={filters} onChange={onChange} />
      {run && (
        <FilterChip
          label={t('audit.list.run')}
          value={itemName ?? t('audit.list.oneRun')}
          clear={{ label: t('audit.list.clearRun'), onClear: () => onChange({ run: undefined }) }}
        />
      )}
      {entityId && (
        <FilterChip
          label={t('audit.field.entity')}
          value={itemName ?? t('audit.list.oneItem')}
          clear={{ label: t('audit.list.clearItem'), onClear: () => onChange({ entityId: undefined }) }}
        />
      )}
    </>
  );
}

const ranges = { today: 0, week: 6, month: 29 } as const;
type Range = keyof typeof ranges | 'any' | 'own';

/** The day this many days before today, by the clock of the browser like the days of the filter. */
function dayBefore(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() - days);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

function rangeOf({ from, to }: Filters): Range {
  if (!from && !to) return 'any';
  const known = (Object.keys(ranges) as (keyof typeof ranges)[]).find((range) => from === dayBefore(ranges[range]));
  return known && !to ? known : 'own';
}

function Days({ filters, onChange }: Props) {
  const t = useT();
  const [isOwn, setOwn] = useState(false);
  const range = isOwn ? 'own' : rangeOf(filters);
  function choose(next: Range) {
    setOwn(next === 'own');
    if (next === 'any') onChange({ from: undefined, to: undefined });
    else if (next !== 'own') onChange({ from: dayBefore(ranges[next]), to: undefined });
  }
  return (
    <>
      <Select
        aria-label={t('audit.list.days')}
        w="12.5rem"
        allowDeselect={false}
        data={(['any', ...(Object.keys(ranges) as (keyof typeof ranges)[]), 'own'] as const).map((value) => ({
          value,
          label: t(`audit.days.${value}`),
        }))}
        value={range}
        onChange={(value) => value && choose(value)}
      />
      {range === 'own' && (
        <Flex component="span" gap="xs" miw={0} flex={{ base: '1 1 100%', sm: 'none' }}>
          {(['from', 'to'] as const).map((end) => (
            <Day
              key={end}
              label={t(`audit.list.${end}`)}
              day={filters[end]}
              onChoose={(day) => {
                setOwn(true);
                onChange({ [end]: day });
              }}
            />
          ))}
        </Flex>
      )}
    </>
  );
}

type DayProps = { label: string; day?: string | undefined; onChoose: (day?: string) => void };

/** Start or end of the date filter; typed text applies once it is a valid date or empty. */
function Day({ label, day = '', onChoose }: DayProps) {
  const [typed, setTyped] = useState(day);
  const [blurred, setBlurred] = useState(false);
  const value = typed === '' || isIsoDate(typed) ? day : typed;
  function handleChange(text: string) {
    setTyped(text);
    setBlurred(false);
    if (text === '' || isIsoDate(text)) onChoose(text || undefined);
  }
  return (
    <DateFormField
      aria-label={label}
      title={label}
      flex={{ base: 1, sm: '0 0 10rem' }}
      miw={0}
      value={value}
      error={blurred && value !== '' && !isIsoDate(value)}
      onBlur={() => afterPress(() => setBlurred(true))}
      onChange={handleChange}
    />
  );
}
