import { Button, Flex, Group, Text, Title } from '@mantine/core';
import type { NodeRef } from '@storeward/contract/nodes';
import { isRowWise } from '@storeward/contract/settings/kinds/list';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import type { FieldOverrideStats } from '@storeward/contract/settings/section-state';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime, formatNumber, useT } from '../platform/i18n.ts';
import { fieldLabel } from '../platform/setting-labels.ts';
import { LoadError, errorShownByScreen } from '../records/load-error.tsx';
import { usePaginationLabels } from '../platform/pagination-labels.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Link } from '../ui/link.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { SegmentedBar } from '../ui/progress-bar.tsx';
import { SkeletonLine, useDelayed } from '../ui/skeleton.tsx';
import { fieldOverridesQuery, sectionQuery, useSaveSection } from './queries.ts';
import classes from './radar-field.module.css';
import { valueText } from './kinds/registry.ts';
import { authorText, fieldDefinition } from './section-labels.ts';

const rowActions = ['add', 'replace', 'hide', 'order'] as const;

type Props = { reach: FieldOverrideStats; place: NodeRef; storeCount: number };

/** One field in the override radar: how many descendants override it, with which values, and which nodes. */
export function RadarField({ reach, place, storeCount }: Props) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const { section, field, own, overruled, storesApart, values, otherValues, rows } = reach;
  const countParams = (count: number) => ({ count, shown: formatNumber(count) });
  const label = fieldLabel(section, field, t);
  return (
    <Flex component="li" direction="column" gap="xs">
      <Flex wrap="wrap" align="baseline" gap="4px 16px">
        <Title order={3} size="h3" flex="1 1 10rem">
          {label}
        </Title>
        <Text span size="label" c="dimmed">
          {t('settings.radar.own', countParams(own))}
          {overruled > 0 && ` · ${t('settings.radar.overruled', countParams(overruled))}`}
          {' · '}
          {t('settings.radar.stores', {
            inherit: formatNumber(storeCount - storesApart),
            apart: formatNumber(storesApart),
          })}
        </Text>
      </Flex>
      <SegmentedBar
        segments={[
          { key: 'inherit', share: storeCount - storesApart, tone: 'main' },
          { key: 'apart', share: storesApart, tone: 'soft' },
        ]}
      />
      {rows && (
        <Text size="label">
          {rowActions
            .filter((action) => rows[action].places > 0)
            .map((action) => t(`settings.radar.rows.${action}`, countParams(rows[action].places)))
            .join(' · ')}
        </Text>
      )}
      {values.length > 0 && (
        <ul className={classes.values} aria-label={t('settings.radar.values', { field: label })}>
          {values.map(({ value, count }) => (
            <li key={JSON.stringify(value)}>
              <code>{valueText(fieldDefinition(section, field), value, t)}</code> <span>× {formatNumber(count)}</span>
            </li>
          ))}
          {otherValues > 0 && <li data-more>{t('settings.radar.otherValues', countParams(otherValues))}</li>}
        </ul>
      )}
      <Group gap={4} ms="-0.625rem">
        <Button
          variant="subtle"
          size="xs"
          aria-expanded={opened}
          aria-label={t(opened ? 'settings.radar.hide' : 'settings.radar.show', { field: label })}
          onClick={() => setOpened(!opened)}
        >
          {t(opened ? 'settings.radar.hideShort' : 'settings.radar.showShort')}
        </Button>
        <LockButton reach={reach} place={place} />
      </Group>
      {opened && <OverridingNodes reach={reach} place={place} />}
    </Flex>
  );
}

/** Locks a field at its effective value, so that descendants cannot override it. */
function LockButton({ reach: { section, field }, place }: Pick<Props, 'reach' | 'place'>) {
  const t = useT();
  const [confirmOpened, setConfirmOpened] = useState(false);
  const { data: state } = useQuery({ ...sectionQuery(place.id, section), meta: { quiet: true } });
  const save = useSaveSection(place.id, section, { inForm: false });
  const fieldState = state?.fields[field];
  const definition = fieldDefinition(section, field);
  if (
    !state?.can.edit ||
    !fieldState?.isSet ||
    isSecret(definition) ||
    fieldState.own?.mode === 'locked' ||
    fieldState.bound
  )
    return null;
  const label = {
    field: fieldLabel(section, field, t),
    value: valueText(definition, fieldState.value, t),
    place: place.name,
  };
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        loading={save.isPending}
        aria-label={t('settings.radar.lock', label)}
        onClick={() => setConfirmOpened(true)}
      >
        {t('settings.radar.lockConfirm')}
      </Button>
      <ConfirmDialog
        opened={confirmOpened}
        title={t('settings.radar.lockTitle', label)}
        text={t('settings.radar.lockText', label)}
        cancel={{ label: t('settings.bulk.confirm.cancel'), onCancel: () => setConfirmOpened(false) }}
        confirm={{
          label: t('settings.radar.lockConfirm'),
          onConfirm: () => {
            setConfirmOpened(false);
            // the rows of a list stay as they are
            const value = isRowWise(definition) ? { rows: {} } : fieldState.value;
            save.mutate({ fields: { [field]: { value, mode: 'locked' } }, version: state.version });
          },
        }}
      />
    </>
  );
}

const defaultPageSize = 10;

/** Descendants that override the field, by name. */
function OverridingNodes({ reach: { section, field }, place }: Pick<Props, 'reach' | 'place'>) {
  const t = useT();
  const paginationLabels = usePaginationLabels();
  const [page, setPage] = useState(0);
  const [size, setSize] = useState(defaultPageSize);
  const { data, error, refetch } = useQuery({
    ...fieldOverridesQuery(place.id, section, { field, page, size }),
    placeholderData: (previous) => previous,
    meta: errorShownByScreen,
  });
  const waiting = useDelayed(!data && !error);
  if (error) return <LoadError title={t('settings.radar.failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return waiting ? <SkeletonLine /> : null;
  return (
    <>
      <ul className={classes.nodes}>
        {data.result.map(({ place: { id, name, code }, value, inForce, since, ...author }) => (
          <li key={id}>
            <Link href={`/structure/${id}/view`}>{name}</Link> <code>{code}</code>
            <Text span inherit flex={1}>
              {valueText(fieldDefinition(section, field), value, t)}
              {!inForce && ` · ${t('settings.radar.notEffective')}`}
            </Text>
            <Text span size="label" c="dimmed">
              {formatDateTime(since)}
              {authorText(author, t) && ` · ${authorText(author, t)}`}
            </Text>
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        size={size}
        total={data.total}
        defaultSize={defaultPageSize}
        {...paginationLabels}
        onPage={setPage}
        onSize={(newSize) => {
          setSize(newSize);
          setPage(0);
        }}
      />
    </>
  );
}
