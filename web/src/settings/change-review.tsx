import { Flex, Text } from '@mantine/core';
import type { SectionState } from '@storeward/contract/settings/section-state';
import { useId, useState } from 'react';
import { formatNumber, useT } from '../platform/i18n.ts';
import { fieldLabel, sectionLabel } from '../platform/setting-labels.ts';
import { bottomPart } from '../ui/bottom-parts.ts';
import { TextButton } from '../ui/text-button.tsx';
import { type AreaInput, inputName } from './area-edit.ts';
import { ChangeDetailsForm } from './change-details.tsx';
import classes from './change-review.module.css';
import { type ChangeDetails, inheritedInput, inputText, toSectionInput } from './section-edit.ts';

type Props = {
  states: readonly SectionState[];
  input: AreaInput;
  changed: readonly string[];
  details: ChangeDetails;
  onChange: (details: ChangeDetails) => void;
  affectedStores: { apart: number; reached: number } | undefined;
};

/** What a save would change and how many stores it would reach, with its reason and start time. */
export function ChangeReview({ states, input, changed, details, onChange, affectedStores }: Props) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const id = useId();
  const changes = states.flatMap((state) => {
    const stored = toSectionInput(state);
    return Object.keys(state.fields).flatMap((field) => {
      const name = inputName(state.section, field);
      if (!changed.includes(name)) return [];
      const textOf = (one = inheritedInput) => inputText(state.section, field, one, t);
      const label = `${sectionLabel(state.section, t)}: ${fieldLabel(state.section, field, t)}`;
      return [{ name, label, before: textOf(stored[field]), after: textOf(input[name]) }];
    });
  });
  return (
    <div ref={bottomPart} className={classes.review}>
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
        </Text>
        <TextButton isExpanded={opened} controls={opened ? id : undefined} onClick={() => setOpened(!opened)}>
          {t('settings.change.review')}
        </TextButton>
      </Flex>
      {opened && (
        <div id={id} className={classes.content}>
          <dl className={classes.changes} aria-label={t('settings.change.changes')}>
            {changes.map(({ name, label, before, after }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>
                  {before} → {after}
                </dd>
              </div>
            ))}
          </dl>
          <ChangeDetailsForm state={states[0]!} details={details} onChange={onChange} />
        </div>
      )}
    </div>
  );
}
