// oxlint-disable-next-line eslint/no-restricted-imports -- the focus returns unless another page is opened
import { Combobox, Flex, Highlight, Kbd, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useColourScheme } from '../../platform/theme/colour-scheme.ts';
import { useT } from '../../platform/text/i18n.ts';
import { exactMatches, useEnterChoice, useQueuedEnter } from '../../records/queued-enter.ts';
import { useSession } from '../../platform/session/session.ts';
import { useOwnModules } from '../../platform/session/session-modules.ts';
import { Icon } from '../../ui/icon.tsx';
import lines from '../../ui/list/lines.module.css';
import { useNavigateTo } from '../../ui/page/link.tsx';
import { Muted } from '../../ui/muted.tsx';
import { useNarrow } from '../../ui/page/viewport.ts';
import { matchesWords, type PaletteEntry, type PaletteGroup } from './palette-entry.ts';
import classes from './palette.module.css';
import { recentEntries, rememberEntry } from './recent-entries.ts';
import { useRecordSearch } from './record-search.ts';
import { actionEntries, screenEntries } from './screen-entries.ts';
import { settingEntries } from './setting-entries.ts';

type Props = { opened: boolean; onClose: () => void };

/** Finds records, settings, screens and actions from any screen, by keyboard alone. */
export function Palette({ opened, onClose }: Props) {
  const t = useT();
  const narrow = useNarrow();
  const leaves = useRef(false);
  useEffect(() => {
    if (opened) leaves.current = false;
  }, [opened]);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={640}
      yOffset="6.5rem"
      fullScreen={narrow}
      returnFocus={!leaves.current}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.title')}>
        <Modal.Body p={0}>
          <Search onClose={onClose} onLeave={(leaving) => (leaves.current = leaving)} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** After `>` only actions are offered. */
const actionSign = '>';

type PaletteResults = ReturnType<typeof useRecordSearch> & {
  search: string;
  /** Enter, which waits for the records that match. */
  enter: ReturnType<typeof useQueuedEnter>;
  isPending: boolean;
};

function usePaletteGroups(typed: string): PaletteResults {
  const t = useT();
  const session = useSession();
  const modules = useOwnModules();
  const [, setColourScheme] = useColourScheme();
  const isAction = typed.startsWith(actionSign);
  const search = typed.slice(isAction ? 1 : 0).trim();
  const recordText = isAction ? '' : search;
  const enter = useQueuedEnter(recordText, 150);
  const records = useRecordSearch(recordText === '' ? '' : enter.search);
  const isPending = recordText !== '' && (records.busy || enter.search !== recordText);
  const byWords = (entries: readonly PaletteEntry[]) => entries.filter(({ label }) => matchesWords(search, label));
  const screens = { label: t('palette.goTo'), entries: byWords(screenEntries(session, t)) };
  const actions = {
    label: t('palette.actions'),
    entries: byWords(actionEntries(session, { modules, setColourScheme }, t)),
  };
  const groups = (): readonly PaletteGroup[] => {
    if (isAction) return [actions];
    if (search === '') return [{ label: t('palette.recent'), entries: recentEntries() }, screens, actions];
    // until the response arrives, of the earlier results only those that still match
    const found = isPending ? records.groups.map((group) => stillMatching(group, search)) : records.groups;
    const settings = { label: t('palette.settings'), entries: settingEntries(search, session, t) };
    return [...found, settings, screens, actions];
  };
  return { ...records, search, enter, isPending, groups: unique(groups().filter(({ entries }) => entries.length > 0)) };
}

const stillMatching = ({ label, entries }: PaletteGroup, search: string): PaletteGroup => ({
  label,
  entries: entries.filter((entry) => matchesWords(search, [entry.label, entry.detail, entry.note].join(' '))),
});

/** Shows each entry once, in the first group that contains it: recently opened screens come first. */
function unique(groups: readonly PaletteGroup[]): readonly PaletteGroup[] {
  const seen = new Set<string>();
  return groups.map(({ label, entries }) => ({
    label,
    entries: entries.filter(({ id }) => !seen.has(id) && seen.add(id)),
  }));
}

/** What a record is entered by: its name or its code. */
const codesOf = ({ label, note }: PaletteEntry): readonly string[] => (note === undefined ? [label] : [label, note]);

function Search({ onClose, onLeave }: { onClose: () => void; onLeave: (leaving: boolean) => void }) {
  const t = useT();
  const navigate = useNavigateTo();
  const [typed, setTyped] = useState('');
  const { groups, search, busy, failed, enter, isPending } = usePaletteGroups(typed);
  const combobox = useCombobox({ opened: true });
  const opensTab = useRef(false);
  const entries = groups.flatMap((group) => group.entries);
  const shownIds = entries.map(({ id }) => id).join(' ');

  // the exact match is preselected, otherwise the first entry, also after new results have replaced it
  const [exact] = search === '' ? [] : exactMatches(entries, search, codesOf);
  const preselected = exact ? entries.indexOf(exact) : 0;
  useEffect(() => {
    combobox.selectOption(preselected);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the store is another object at each render
  }, [shownIds, preselected]);

  useEnterChoice(enter, {
    found: isPending ? undefined : entries,
    isFailed: failed && !isPending,
    codesOf,
    choiceOf: () => entries[preselected],
    onChoose: open,
  });

  function open(entry: PaletteEntry) {
    rememberEntry(entry);
    if ('href' in entry && opensTab.current) {
      window.open(entry.href, '_blank', 'noopener');
      return;
    }
    onLeave('href' in entry);
    onClose();
    if ('href' in entry) navigate(entry.href);
    else entry.run();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    opensTab.current = event.ctrlKey || event.metaKey;
    if (event.key === 'Escape') onClose();
    // an entry that the arrows chose is opened at once
    if (event.key !== 'Enter' || !isPending || combobox.getSelectedOptionIndex() > preselected) return;
    event.preventDefault();
    event.stopPropagation();
    enter.press(event.currentTarget);
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        const entry = entries.find((candidate) => candidate.id === id);
        if (entry) open(entry);
      }}
    >
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          className={`${classes.search} ${lines.below}`}
          px="sm"
          variant="unstyled"
          size="md"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDownCapture={onKeyDown}
          aria-label={t('palette.title')}
          placeholder={t('palette.placeholder')}
          leftSection={<Icon name="search" />}
          rightSection={<Kbd size="xs">Esc</Kbd>}
          rightSectionWidth={56}
          maxLength={128}
          autoComplete="off"
          spellCheck={false}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.results ?? ''} aria-label={t('palette.results')} aria-busy={busy}>
        {groups.map((group) => (
          <Combobox.Group key={group.label} label={group.label}>
            {group.entries.map((entry) => (
              <Combobox.Option key={entry.id} value={entry.id} className={classes.entry ?? ''}>
                <EntryLine entry={entry} search={search} />
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      <Text className={classes.status ?? ''} role="status" size="xs" c="dimmed" px="lg" py="sm">
        {failed ? t('palette.failed') : entries.length === 0 && !busy ? t('palette.nothing', { search }) : ''}
      </Text>
      <Footer />
    </Combobox>
  );
}

function EntryLine({ entry: { icon, label, detail, note }, search }: { entry: PaletteEntry; search: string }) {
  return (
    <>
      <Icon name={icon} />
      <Text span inherit truncate flex={1} miw={0}>
        <Highlight component="span" highlight={search.split(/\s+/)} className={classes.label ?? ''}>
          {label}
        </Highlight>
        {detail && <Muted> · {detail}</Muted>}
      </Text>
      {note && (
        <Text span truncate size="label" c="dimmed" flex="none" maw="40%">
          {note}
        </Text>
      )}
    </>
  );
}

function Footer() {
  const t = useT();
  return (
    <Flex
      className={lines.above ?? ''}
      visibleFrom="sm"
      wrap="wrap"
      gap="var(--s-1) var(--s-4)"
      px="lg"
      py="xs"
      bg="var(--sunken)"
      c="dimmed"
      fz="xs"
      lh="var(--line-14)"
    >
      <span>
        <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {t('palette.move')}
      </span>
      <span>
        <Kbd size="xs">Enter</Kbd> {t('palette.open')}
      </span>
      <span>
        <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> {t('palette.newTab')}
      </span>
      <Text span inherit ms="auto">
        <Kbd size="xs">{actionSign}</Kbd> {t('palette.onlyActions')}
      </Text>
    </Flex>
  );
}
