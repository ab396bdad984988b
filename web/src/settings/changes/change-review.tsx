import { Box, Flex, Text } from '@mantine/core';
import { maxValuesBelow } from '@storeward/contract/settings/endpoints/node-settings';
import type { SectionImpact, SectionState } from '@storeward/contract/settings/engine/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { useId, useState } from 'react';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { fieldLabel, sectionLabel } from '../../platform/text/setting-labels.ts';
import { listChangesText } from '../../platform/text/setting-lists.ts';
import { valueText } from '../../platform/text/setting-values.ts';
import { bottomPart } from '../../ui/page/bottom-parts.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { asChanges } from '../kinds/list/row-changes.ts';
import { viewOf } from '../kinds/registry.ts';
import { type AreaInput, inputName } from '../section/area-edit.ts';
import { ChangeDetailsForm } from './change-details.tsx';
import classes from './change-review.module.css';
import { OverruledPlans } from './overruled-plans.tsx';
import { isStart } from './start.ts';
import { type ChangeDetails, inheritedInput, inputText, toSectionInput } from '../section/section-edit.ts';
import { fieldDefinition } from '../section/section-labels.ts';

type Props = {
  states: readonly SectionState[];
  input: AreaInput;
  changed: readonly string[];
  details: ChangeDetails;
  onChange: (details: ChangeDetails) => void;
  affectedStores: ({ apart: number; reached: number } & Pick<SectionImpact, 'planCount' | 'plans'>) | undefined;
  /** There are too many values below to count the stores. */
  isUncounted?: boolean;
  /** How many nodes below override a field, as far as is known. */
  overridesBelow: (section: SectionName, field: string) => number;
};

/** The changes of a save and the number of stores affected, with the reason and start time. */
export function ChangeReview({
  states,
  input,
  changed,
  details,
  onChange,
  affectedStores,
  isUncounted = false,
  overridesBelow,
}: Props) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  // a start that cannot be saved stays in view
  const showsDetails = opened || (details.startsAt !== '' && !isStart(details.startsAt));
  const id = useId();
  const changes = states.flatMap((state) => {
    const stored = toSectionInput(state);
    return Object.keys(state.fields).flatMap((field) => {
      const name = inputName(state.section, field);
      if (!changed.includes(name)) return [];
      const definition = fieldDefinition(state.section, field);
      const inherited = state.fields[field]?.inherited.value;
      const namesInherited = viewOf(definition).namesInherited && inherited !== null && inherited !== undefined;
      const textOf = (one = inheritedInput) =>
        !one.own && namesInherited
          ? t('settings.field.inheritedValue', { value: valueText(definition, inherited, t) })
          : inputText(state.section, field, one, t);
      const label = `${sectionLabel(state.section, t)}: ${fieldLabel(state.section, field, t)}`;
      const list = state.fields[field]?.list;
      const text =
        list && input[name]?.own
          ? listChangesText(asChanges(input[name].value), list, t)
          : `${textOf(stored[field])} → ${textOf(input[name])}`;
      const locks = input[name]?.own && input[name].mode === 'locked' && stored[field]?.mode !== 'locked';
      const ignored = locks ? overridesBelow(state.section, field) : 0;
      return [{ name, label, text, ignored }];
    });
  });
  return (
    <Box ref={bottomPart} className={classes.review} flex="none" px="var(--page-pad)" pt="xs" bg="var(--surface)">
      <Flex wrap="wrap" align="center" gap="4px 12px">
        <Text span size="label" c="dimmed" role="status">
          {affectedStores &&
            (affectedStores.apart === 0
              ? t('settings.change.reachesAll', {
                  count: affectedStores.reached,
                  figure: formatNumber(affectedStores.reached),
                })
              : t('settings.change.reaches', {
                  count: affectedStores.reached,
                  figure: formatNumber(affectedStores.reached),
                  apart: formatNumber(affectedStores.apart),
                }))}
          {isUncounted && t('settings.change.uncounted', { most: formatNumber(maxValuesBelow) })}
        </Text>
        {affectedStores && affectedStores.planCount > 0 && (
          <Text span size="label" c="var(--warn-text)" role="status">
            {t('settings.change.overrules', {
              count: affectedStores.planCount,
              shown: formatNumber(affectedStores.planCount),
            })}
          </Text>
        )}
        <TextButton
          isExpanded={showsDetails}
          controls={showsDetails ? id : undefined}
          onClick={() => setOpened(!opened)}
        >
          {t('settings.change.review')}
        </TextButton>
      </Flex>
      {showsDetails && (
        <Flex id={id} direction="column" gap={14} style={{ overflow: 'auto' }} mah="50vh" mx={-4} p="12px 4px 4px">
          <Flex component="dl" direction="column" gap={4} fz="label" aria-label={t('settings.change.changes')}>
            {changes.map(({ name, label, text, ignored }) => (
              <Flex key={name} wrap="wrap" columnGap="xs">
                <Text component="dt" inherit c="dimmed">
                  {label}
                </Text>
                <Text component="dd" inherit miw={0}>
                  {text}
                  {ignored > 0 && (
                    <Text span inherit c="var(--warn-text)">
                      {' · '}
                      {t('settings.change.ignores', { count: ignored, shown: formatNumber(ignored) })}
                    </Text>
                  )}
                </Text>
              </Flex>
            ))}
          </Flex>
          {affectedStores && <OverruledPlans {...affectedStores} />}
          <ChangeDetailsForm state={states[0]!} details={details} onChange={onChange} />
        </Flex>
      )}
    </Box>
  );
}
