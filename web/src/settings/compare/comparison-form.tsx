import { Box, Flex, Text, Title } from '@mantine/core';
import type { SectionState } from '@storeward/contract/settings/engine/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError } from '../../platform/api/api.ts';
import { errorMessage, formatNumber, useT } from '../../platform/text/i18n.ts';
import { sectionLabel } from '../../platform/text/setting-labels.ts';
import { useChangeConfirmations } from '../../records/change-confirmations.tsx';
import { SaveBar } from '../../ui/form/save-bar.tsx';
import lines from '../../ui/list/lines.module.css';
import { useNotify } from '../../ui/page/notify.tsx';
import { PageAlert, PageBody } from '../../ui/page/page.tsx';
import { bottomPart } from '../../ui/page/bottom-parts.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { ChangeDetailsForm } from '../changes/change-details.tsx';
import { isStart } from '../changes/start.ts';
import { useCopyValues } from '../queries.ts';
import { emptyDetails } from '../section/section-edit.ts';
import { sectionAnchor, showAnchor } from '../section/section-anchors.ts';
import { CompareIndex } from './compare-index.tsx';
import { ComparedRow, type Direction } from './compared-row.tsx';
import classes from './compare.module.css';
import { type ComparedLine, compareSection, copiedFields, isObstacle } from './differences.ts';

type Props = {
  left: readonly SectionState[];
  right: readonly SectionState[];
  isLeftPast: boolean;
  /** The choice of the locations, above their differences. */
  locations: ReactNode;
  /** What describes the locations, above the differences of their settings. */
  locationDetails: ReactNode;
  /** Whether the settings without difference are shown as well. */
  showsAll: boolean;
};

/** The differences between the settings of two locations, and copying values from one to the other. */
export function ComparisonForm({ left, right, isLeftPast, locations, locationDetails, showsAll }: Props) {
  const t = useT();
  const notify = useNotify();
  const [copies, setCopies] = useState<Readonly<Record<string, Direction>>>({});
  const [details, setDetails] = useState(emptyDetails);
  const copyValues = useCopyValues();
  const sections = left.flatMap((state) => {
    const other = right.find(({ section }) => section === state.section);
    return other
      ? [
          {
            section: state.section,
            lines: compareSection({ state, isPast: isLeftPast }, { state: other, isPast: false }),
          },
        ]
      : [];
  });
  const compared = sections.flatMap((section) => section.lines);
  const differing = compared.filter(({ isSame }) => !isSame);
  // a copied value does not differ any more after it has been saved
  const chosen = differing.filter(({ key }) => copies[key] !== undefined);
  const layout = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);
  const { discard, confirmations } = useChangeConfirmations({
    changed: chosen.length,
    onDiscard: () => setCopies({}),
    origin: () => layout.current?.closest<HTMLElement>('[tabindex]') ?? null,
  });
  const isTarget = (direction: Direction) => chosen.some(({ key }) => copies[key] === direction);
  const targets = [...(isTarget('right') ? right.slice(0, 1) : []), ...(isTarget('left') ? left.slice(0, 1) : [])];

  const changeOf = (direction: Direction) => {
    const states = direction === 'right' ? right : left;
    const sectionFields = copiedFields(
      chosen.flatMap((line) => {
        const { copy } = line[direction];
        return copies[line.key] === direction && !isObstacle(copy) ? [{ line, copy }] : [];
      }),
    );
    const changes = Object.entries(sectionFields).map(([name, fields]) => {
      const { version } = states.find(({ section }) => section === name)!;
      return [name, { fields, version }] as const;
    });
    return changes.length > 0 ? [{ id: states[0]!.place.id, sections: Object.fromEntries(changes) }] : [];
  };

  async function save() {
    const { reason, startsAt } = details;
    const options = { ...(reason.trim() && { reason }), ...(startsAt && { startsAt }) };
    try {
      for (const { id, sections: changed } of [...changeOf('right'), ...changeOf('left')])
        await copyValues.mutateAsync({ id, body: { sections: changed, ...options } });
      setCopies({});
      setDetails(emptyDetails);
      notify.success(t(startsAt ? 'settings.compare.planned' : 'settings.compare.copied', { count: chosen.length }));
    } catch (error) {
      // shown above the comparison
      if (!(error instanceof ApiError)) throw error;
    }
  }

  const failure = copyValues.error instanceof ApiError ? copyValues.error : undefined;
  const shownSections = sections.filter(({ lines: all }) => showsAll || all.some(({ isSame }) => !isSame));
  const showsDetails = opened || (details.startsAt !== '' && !isStart(details.startsAt));
  return (
    <>
      <PageBody focusable>
        {locations}
        {failure && (
          <PageAlert title={t('records.form.notSaved')}>
            {[
              errorMessage(failure.code, failure.message),
              ...failure.errors.map(({ messageCode, message }) => errorMessage(messageCode, message)),
            ]
              .filter((text, index, all) => all.indexOf(text) === index)
              .join(' ')}
          </PageAlert>
        )}
        <div ref={layout} className={classes.layout}>
          <CompareIndex
            sections={sections.map(({ section, lines: all }) => ({
              section,
              count: all.filter(({ isSame }) => !isSame).length,
            }))}
            onShow={(section) => showAnchor(sectionAnchor(section), 'self')}
          />
          <Box miw={0} pb="xl">
            <Text role="status" px="var(--page-pad)" py="md">
              {differing.length === 0
                ? t('settings.compare.none', { count: compared.length, shown: formatNumber(compared.length) })
                : t('settings.compare.count', {
                    count: differing.length,
                    shown: formatNumber(differing.length),
                    same: formatNumber(compared.length - differing.length),
                  })}
            </Text>
            {locationDetails}
            {shownSections.map(({ section, lines: all }) => (
              <ComparedSection key={section} section={section}>
                {all
                  .filter(({ isSame }) => showsAll || !isSame)
                  .map((line) => (
                    <ComparedRow
                      key={line.key}
                      line={line}
                      names={{ left: left[0]?.place.name ?? '', right: right[0]?.place.name ?? '' }}
                      direction={copies[line.key]}
                      onCopy={(direction) => setCopies(withCopy(copies, line, direction))}
                    />
                  ))}
              </ComparedSection>
            ))}
          </Box>
        </div>
      </PageBody>
      {chosen.length > 0 && (
        <Box
          ref={bottomPart}
          className={lines.above ?? ''}
          px="var(--page-pad)"
          py="xs"
          bg="var(--surface)"
          flex="none"
        >
          <TextButton isExpanded={showsDetails} onClick={() => setOpened(!opened)}>
            {t('settings.change.title')}
          </TextButton>
          {showsDetails && (
            <Box mah="40vh" pt="sm" pb="xs" style={{ overflowY: 'auto', containerType: 'inline-size' }}>
              <ChangeDetailsForm state={targets[0]!} details={details} onChange={setDetails} />
            </Box>
          )}
        </Box>
      )}
      <SaveBar
        changed={chosen.length}
        changedText={t('settings.compare.toCopy', { count: chosen.length })}
        note={targets.map(({ place }) => t('settings.compare.target', { name: place.name })).join(' · ')}
        discard={discard}
        save={{
          label: t('settings.compare.save', { count: chosen.length }),
          onSave: () => void save(),
          busy: copyValues.isPending,
        }}
      />
      {confirmations}
    </>
  );
}

/** Chooses or, if it was chosen, withdraws the copy of a value. */
function withCopy(copies: Readonly<Record<string, Direction>>, { key }: ComparedLine, direction: Direction) {
  const { [key]: before, ...others } = copies;
  return before === direction ? others : { ...others, [key]: direction };
}

function ComparedSection({ section, children }: { section: SectionName; children: ReactNode }) {
  const t = useT();
  const label = sectionLabel(section, t);
  return (
    <section id={sectionAnchor(section)} aria-label={label}>
      <Flex className={lines.below ?? ''} align="end" px="var(--page-pad)" pt="lg" pb="xs">
        <Title order={2}>{label}</Title>
      </Flex>
      <ul>{children}</ul>
    </section>
  );
}
