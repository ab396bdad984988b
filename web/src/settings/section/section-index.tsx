import { Group, NativeSelect, Stack, Text, UnstyledButton } from '@mantine/core';
import { normalised } from '@storeward/contract/fields';
import { type SettingGroup, settingGroups } from '@storeward/contract/settings/engine/section';
import type { SectionState } from '@storeward/contract/settings/engine/section-state';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { useEffect, useRef, useState } from 'react';
import { formatNumber, type PhraseKey, useT } from '../../platform/text/i18n.ts';
import { fieldLabel, sectionLabel } from '../../platform/text/setting-labels.ts';
import { Icon } from '../../ui/icon.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { fieldAnchor, sectionAnchor, showAnchor } from './section-anchors.ts';
import { toSectionInput, isShown } from './section-edit.ts';
import classes from './section-index.module.css';
import type { Translate } from '../kinds/field-view.ts';

type Props = {
  states: readonly SectionState[];
  /** Content below the sections. */
  extra: { readonly anchor: string; readonly label: string } | undefined;
  onShow: (section: SectionName | undefined) => void;
};

/** The index of a page of settings: its sections with their own values, and a search for settings by name. */
export function SectionIndex({ states, extra, onShow }: Props) {
  const t = useT();
  const nav = useRef<HTMLElement>(null);
  const [search, setSearch] = useState('');
  const sections = states.map(({ section }) => section);
  const current = useCurrentAnchor(nav, [...sections.map(sectionAnchor), ...(extra ? [extra.anchor] : [])]);
  const found = findSettings(states, search, t);
  const groups: readonly (SettingGroup | undefined)[] = [undefined, ...settingGroups];

  function show(section: SectionName) {
    onShow(section);
    showAnchor(sectionAnchor(section), 'self');
  }

  return (
    <nav ref={nav} className={classes.index} aria-label={t('settings.sections')}>
      <SearchField
        value={search}
        onSearch={setSearch}
        delay={100}
        label={t('settings.find.label')}
        clearLabel={t('settings.find.clear')}
      />
      {search !== '' ? (
        <Found found={found} onShow={(section) => onShow(section)} />
      ) : (
        <>
          <NativeSelect
            className={classes.picker ?? ''}
            aria-label={t('settings.sections')}
            value={current}
            onChange={({ currentTarget }) => showAnchor(currentTarget.value)}
            data={[
              ...sections.map((section) => ({ value: sectionAnchor(section), label: sectionLabel(section, t) })),
              ...(extra ? [{ value: extra.anchor, label: extra.label }] : []),
            ]}
          />
          <div className={classes.entries}>
            {groups.map((group) => {
              const members = states.filter(({ section }) => sectionOf(section).group === group);
              if (members.length === 0) return null;
              return (
                <Stack key={group ?? ''} gap={2}>
                  {group && (
                    <Text span size="xs" c="dimmed" px="xs" py={4}>
                      {t(`settings.group.${group}`)}
                    </Text>
                  )}
                  {members.map((state) => (
                    <UnstyledButton
                      key={state.section}
                      className={classes.entry}
                      aria-current={current === sectionAnchor(state.section) ? 'location' : undefined}
                      onClick={() => show(state.section)}
                    >
                      {sectionLabel(state.section, t)}
                      <OwnCount state={state} />
                    </UnstyledButton>
                  ))}
                </Stack>
              );
            })}
            {extra && (
              <UnstyledButton
                className={classes.entry}
                aria-current={current === extra.anchor ? 'location' : undefined}
                onClick={() => showAnchor(extra.anchor, 'self')}
              >
                {extra.label}
              </UnstyledButton>
            )}
          </div>
        </>
      )}
    </nav>
  );
}

/** How many settings of a section the node sets itself. */
function OwnCount({ state: { fields } }: { state: SectionState }) {
  const t = useT();
  const count = Object.values(fields).filter(({ own }) => own !== null).length;
  if (count === 0) return null;
  return (
    <Group component="span" flex="none" gap={4} c="dimmed" fz="xs">
      <Icon name="diamond" size={12} c="var(--chart-4)" title={t('settings.override.own')} />
      {formatNumber(count)}
    </Group>
  );
}

type FoundSetting = { readonly section: SectionName; readonly field: string; readonly label: string };

/** The settings with all words of the search in their name, that of their section, or those of their columns. */
function findSettings(states: readonly SectionState[], search: string, t: Translate): readonly FoundSetting[] {
  const words = normalised(search).split(' ').filter(Boolean);
  if (words.length === 0) return [];
  return states.flatMap((state) => {
    const { section } = state;
    const inputs = toSectionInput(state);
    return Object.entries(sectionOf(section).fields).flatMap(([field, { columns = {}, properties = {} }]) => {
      if (!isShown(state, inputs, field)) return [];
      const label = fieldLabel(section, field, t);
      const parts = Object.keys({ ...columns, ...properties }).map((part) =>
        t(`settings.${section}.${field}.${part}` as PhraseKey),
      );
      const text = normalised([label, sectionLabel(section, t), ...parts].join(' '));
      return words.every((word) => text.includes(word)) ? [{ section, field, label }] : [];
    });
  });
}

function Found({ found, onShow }: { found: readonly FoundSetting[]; onShow: Props['onShow'] }) {
  const t = useT();
  return (
    <Stack className={classes.found ?? ''} gap={2} role="status">
      {found.length === 0 && (
        <Text size="xs" c="dimmed" px="xs" py={4}>
          {t('settings.find.none')}
        </Text>
      )}
      {found.map(({ section, field, label }) => (
        <UnstyledButton
          key={`${section} ${field}`}
          className={classes.entry}
          data-found
          onClick={() => {
            onShow(section);
            showAnchor(fieldAnchor(section, field), 'inside');
          }}
        >
          {label}
          <Text span size="xs" c="dimmed">
            {sectionLabel(section, t)}
          </Text>
        </UnstyledButton>
      ))}
    </Stack>
  );
}

/** The anchor whose content is at the top of the page, or the last one if the page is scrolled to its end. */
function useCurrentAnchor(nav: React.RefObject<HTMLElement | null>, anchors: readonly string[]): string {
  const [current, setCurrent] = useState(anchors[0] ?? '');
  const key = anchors.join(' ');
  useEffect(() => {
    const page = scrollingParentOf(nav.current);
    if (!page) return undefined;
    const names = key.split(' ');
    const update = () => {
      const { top, height } = page.getBoundingClientRect();
      const isAtEnd = page.scrollTop > 0 && page.scrollTop + page.clientHeight >= page.scrollHeight - 1;
      const reached = names.filter((name) => {
        const position = document.getElementById(name)?.getBoundingClientRect().top;
        return position !== undefined && position - top < (isAtEnd ? height : height / 4);
      });
      setCurrent(reached.at(-1) ?? names[0] ?? '');
    };
    update();
    page.addEventListener('scroll', update, { passive: true });
    return () => page.removeEventListener('scroll', update);
  }, [nav, key]);
  return current;
}

function scrollingParentOf(element: HTMLElement | null): HTMLElement | null {
  let parent = element?.parentElement ?? null;
  while (parent && !/auto|scroll/.test(getComputedStyle(parent).overflowY)) parent = parent.parentElement;
  return parent;
}
