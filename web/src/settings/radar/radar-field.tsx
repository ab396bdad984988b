import { Button, Flex, Group, Text, Title, UnstyledButton } from '@mantine/core';
import type { NodeRef } from '@storeward/contract/nodes';
import type { OverridingTargets } from '@storeward/contract/settings/endpoints/bulk-override';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import { listActions } from '@storeward/contract/settings/lists/list-state';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import type { FieldOverrideStats, SectionState } from '@storeward/contract/settings/engine/section-state';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { fieldLabel } from '../../platform/text/setting-labels.ts';
import { ConfirmDialog } from '../../records/confirm-dialog.tsx';
import { FormattedMessage } from '../../records/formatted-message.tsx';
import { SegmentedBar } from '../../ui/page/progress-bar.tsx';
import { BulkDifferences } from '../bulk/bulk-differences.tsx';
import { PlansOverruledBy } from '../changes/overruled-plans.tsx';
import { viewOf } from '../kinds/registry.ts';
import { OverridingNodeList } from './overriding-node-list.tsx';
import { sectionQuery, useSaveSection } from '../queries.ts';
import classes from './radar-field.module.css';
import { fieldDefinition } from '../section/section-labels.ts';
import { valueText } from '../../platform/text/setting-values.ts';

const everyOverride: OverridingTargets = {};

type Choice = { readonly text: string; readonly count?: number; readonly targets: OverridingTargets };

type Props = { reach: FieldOverrideStats; place: NodeRef; storeCount: number };

/** One field in the override radar: how many descendants override it, with which values, and which nodes. */
export function RadarField({ reach, place, storeCount }: Props) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const [filter, setFilter] = useState<OverridingTargets>(everyOverride);
  const { section, field, own, overruled, storesApart, otherValues } = reach;
  const { data: state } = useQuery({ ...sectionQuery(place.id, section), meta: { quiet: true } });
  const countParams = (count: number) => ({ count, shown: formatNumber(count) });
  const label = fieldLabel(section, field, t);
  const choices = choicesOf(reach, t);
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
      {choices.length > 0 && (
        <Flex
          component="ul"
          wrap="wrap"
          gap="4px 8px"
          c="dimmed"
          fz="label"
          aria-label={t('settings.radar.values', { field: label })}
        >
          {choices.map(({ text, count, targets }) => (
            <li key={JSON.stringify(targets)}>
              <UnstyledButton
                className={classes.value}
                mih={{ base: 'var(--touch)', sm: '1.75rem' }}
                px="xs"
                py={1}
                bdrs="xs"
                fz="inherit"
                aria-pressed={sameValue(filter, targets)}
                title={t('settings.radar.filter')}
                onClick={() => {
                  const isOff = opened && sameValue(filter, targets);
                  setFilter(isOff ? everyOverride : targets);
                  setOpened(true);
                }}
              >
                {text} {count !== undefined && <span>× {formatNumber(count)}</span>}
              </UnstyledButton>
            </li>
          ))}
          {otherValues > 0 && (
            <Flex component="li" align="center">
              {t('settings.radar.otherValues', countParams(otherValues))}
            </Flex>
          )}
        </Flex>
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
        <LockButton reach={reach} place={place} state={state} />
      </Group>
      {opened && (
        <OverridingNodeList key={JSON.stringify(filter)} reach={reach} place={place} state={state} filter={filter} />
      )}
    </Flex>
  );
}

/** The values of a field, or the operations on a list, each with the nodes that have it. */
function choicesOf({ section, field, values, rows }: FieldOverrideStats, t: ReturnType<typeof useT>): Choice[] {
  if (!rows)
    return values.map(({ value, count }) => ({
      text: valueText(fieldDefinition(section, field), value, t),
      count,
      targets: { value },
    }));
  return listActions.flatMap((action) => {
    const { places: count } = rows[action];
    const text = t(`settings.radar.rows.${action}`, { count, shown: formatNumber(count) });
    return count > 0 ? [{ text, targets: { rows: action } }] : [];
  });
}

/** Locks a field at its effective value, so that descendants cannot override it. */
function LockButton({ reach, place, state }: Pick<Props, 'reach' | 'place'> & { state: SectionState | undefined }) {
  const t = useT();
  const [confirmOpened, setConfirmOpened] = useState(false);
  const { section, field, values, storesApart } = reach;
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
  // the rows of a list stay unchanged
  const lockedValue = {
    value: viewOf(definition).changes?.(definition)?.none ?? fieldState.value,
    mode: 'locked' as const,
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
        message={
          <>
            <FormattedMessage phrase="settings.radar.lockText" values={label} />
            <BulkDifferences
              differences={values.map(({ value, count }) => ({
                section,
                field,
                before: value,
                after: fieldState.value,
                count,
              }))}
              otherDifferences={reach.otherValues}
              storesAffected={storesApart}
            />
            <PlansOverruledBy nodeId={place.id} sections={{ [section]: { fields: { [field]: lockedValue } } }} />
          </>
        }
        onNo={() => setConfirmOpened(false)}
        onYes={() => {
          setConfirmOpened(false);
          save.mutate({ fields: { [field]: lockedValue }, version: state.version });
        }}
      />
    </>
  );
}
