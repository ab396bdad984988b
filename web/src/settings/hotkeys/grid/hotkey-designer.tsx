import { Flex, Paper, Stack, VisuallyHidden } from '@mantine/core';
import { configuredValues } from '@storeward/contract/settings/engine/configuration-paths';
import type { HotkeyColour } from '@storeward/contract/settings/lists/hotkey-looks';
import type { ListState } from '@storeward/contract/settings/lists/list-state';
import { useQuery } from '@tanstack/react-query';
import { type ClipboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { currentLanguage, formatNumber, useT } from '../../../platform/text/i18n.ts';
import { nodeConfigurationQuery } from '../../../platform/api/node-configuration-query.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { useNotify } from '../../../ui/page/notify.tsx';
import { useNarrow } from '../../../ui/page/viewport.ts';
import { DesignerAdd } from './hotkey-add.tsx';
import { fromClipboard, toClipboard } from '../engine/hotkey-clipboard.ts';
import { keyColours } from '../engine/hotkey-colours.ts';
import { columnsOf, type DevicePreview } from '../engine/hotkey-devices.ts';
import { DesignerDifference } from './hotkey-difference.tsx';
import { useDesignerEditing } from '../engine/hotkey-editing.ts';
import { DesignerGrid } from './hotkey-grid.tsx';
import { HiddenKeys } from './hotkey-hidden.tsx';
import { containerOf, isLocked, pageIndexOf } from '../engine/hotkey-layout.ts';
import { DesignerPages } from './hotkey-pages.tsx';
import { DesignerPanel } from './hotkey-panel.tsx';
import { DesignerPrint } from './hotkey-print.tsx';
import { KeyProblems } from './hotkey-problems.tsx';
import { useProductProblems } from '../engine/hotkey-products.ts';
import { keyName } from '../engine/hotkey-text.ts';
import { useFullWidth } from '../engine/hotkey-width.ts';
import { DesignerToolbar, type ToolbarAction } from './hotkey-toolbar.tsx';
import classes from './hotkey-designer.module.css';
import type { ControlProps } from '../../kinds/field-view.ts';
import { asChanges, inactiveRows, type ShownRow } from '../../kinds/list/row-changes.ts';
import { sectionReachQuery } from '../../queries.ts';
import { asText } from '../../../platform/text/loose-values.ts';

const deviceWidths = {
  till: { landscape: 'none', portrait: '34rem' },
  tablet: { landscape: '36rem', portrait: '26rem' },
  phone: { landscape: '28rem', portrait: '17rem' },
} as const;

type Props = ControlProps & {
  readonly list: ListState;
  readonly nodeId: NonNullable<ControlProps['nodeId']>;
};

/** The keys of a till as it shows them, arranged by pointer or keyboard. */
export function HotkeyDesigner({
  definition,
  label,
  value,
  list,
  nodeId,
  disabled,
  error,
  hasDescendants,
  onChange,
}: Props) {
  const t = useT();
  const notify = useNotify();
  const designerId = useId();
  const element = useRef<HTMLDivElement>(null);
  const isNarrow = useNarrow();
  const [preview, setPreview] = useState<DevicePreview>({ device: 'till', orientation: 'landscape' });
  const [language, setLanguage] = useState<string>(currentLanguage);
  const [search, setSearch] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const width = useFullWidth();
  const [isPrinting, setPrinting] = useState(false);
  const editing = useDesignerEditing(list, value, onChange);
  // an upload ends later than other changes
  const latest = useRef(editing);
  latest.current = editing;
  const { layout, container, keys, active, selection } = editing;
  const roomLeft = (definition.maxRows ?? Infinity) - layout.rows.length;
  const { data: configuration } = useQuery({ ...nodeConfigurationQuery(nodeId), meta: { quiet: true } });
  const { data: reach } = useQuery({ ...sectionReachQuery(nodeId, 'hotkeys'), meta: { quiet: true } });
  const colours = useMemo(() => keyColours(configuredValues(configuration ?? {}, 'theme')), [configuration]);
  const problemOf = useProductProblems(keys, t);
  const columns = columnsOf(preview, isNarrow);
  const acted: ReadonlySet<string> =
    active && selection.has(active.key) ? selection : new Set(active ? [active.key] : []);
  const isRemovable = !disabled && keys.some((row) => acted.has(row.key) && !isLocked(row));

  const searchText = search.trim().toLocaleLowerCase();
  const found = searchText
    ? layout.rows.filter(
        (row) =>
          containerOf(layout, row.key) &&
          [keyName(row, language), asText(row.values['SKU'])].some((text) =>
            text.toLocaleLowerCase().includes(searchText),
          ),
      )
    : [];

  useEffect(() => {
    if (!isPrinting) return undefined;
    const done = () => setPrinting(false);
    window.addEventListener('afterprint', done);
    window.print();
    return () => window.removeEventListener('afterprint', done);
  }, [isPrinting]);

  function showNextFound() {
    const index = found.findIndex(({ key }) => key === active?.key);
    const next = found[(index + 1) % found.length];
    const to = next && containerOf(layout, next.key);
    if (!next || !to) return;
    editing.open(to);
    editing.setActive(next.key);
    setAnnouncement(t('settings.designer.foundAt', { name: keyName(next, language) }));
  }

  const announceCopy = () => setAnnouncement(t('settings.designer.copied', { count: acted.size }));

  async function copy() {
    if (await copyText(toClipboard(layout, acted))) announceCopy();
    else notify.error(t('settings.designer.copyDenied'));
  }

  async function pasteFromClipboard() {
    let text: string;
    try {
      // fails also without a secure address, which has no clipboard
      text = await navigator.clipboard.readText();
    } catch {
      notify.error(t('settings.designer.pasteDenied'));
      return;
    }
    paste(text);
  }

  function paste(text: string) {
    const added = fromClipboard(text);
    if (!added) {
      notify.error(t('settings.designer.pasteInvalid'));
      return;
    }
    editing.add(added, container, active ? keys.indexOf(active) + 1 : keys.length);
    setAnnouncement(t('settings.designer.pasted', { count: added.length }));
  }

  /** Copying and pasting text in fields keeps its default behaviour. */
  const isInGrid = ({ target }: ClipboardEvent) => target instanceof Element && target.closest('[role=grid]') !== null;

  const actions: ToolbarAction[] = [
    {
      name: 'copy',
      icon: 'copy',
      label: t('settings.designer.copy'),
      isDisabled: acted.size === 0,
      run: () => void copy(),
    },
    {
      name: 'paste',
      icon: 'paste',
      label: t('settings.designer.paste'),
      isDisabled: disabled,
      run: () => void pasteFromClipboard(),
    },
    {
      name: 'remove',
      icon: 'eye-off',
      label: t('settings.designer.remove'),
      isDisabled: !isRemovable,
      run: () => editing.remove(acted),
    },
    { name: 'print', icon: 'print', label: t('settings.designer.print'), run: () => setPrinting(true) },
  ];
  const hidden = inactiveRows(list, asChanges(value)).filter(({ reason }) => reason === 'hidden');
  const isIn = ({ values }: Pick<ShownRow, 'values'>) => (values['parentId'] ?? null) === container.key;
  const troubled = keys.filter((row) => problemOf(row) !== undefined);
  const folder = container.type === 'group' ? layout.rows.find(({ key }) => key === container.key) : undefined;
  const page = layout.pages[pageIndexOf(layout, container)]?.row;
  const containerRow = folder ?? page;
  const isReplaced = ({ state, isChanged }: ShownRow) => state === 'replaced' || (isChanged && state !== 'added');
  const reachOfKeys = reach?.fields.find(({ field }) => field === 'keys');

  return (
    <Flex
      ref={element}
      className={classes.designer ?? ''}
      direction="column"
      gap="sm"
      data-full-width={width.isFull || undefined}
      onKeyDown={width.leave}
      onCopy={(event) => {
        if (!isInGrid(event) || acted.size === 0) return;
        event.clipboardData.setData('text/plain', toClipboard(layout, acted));
        event.preventDefault();
        announceCopy();
      }}
      onPaste={(event) => {
        if (disabled || !isInGrid(event)) return;
        event.preventDefault();
        paste(event.clipboardData.getData('text/plain'));
      }}
    >
      <DesignerToolbar
        actions={actions}
        preview={preview}
        onPreview={setPreview}
        language={language}
        onLanguage={setLanguage}
        search={search}
        foundText={t('settings.designer.found', { count: found.length })}
        onSearch={setSearch}
        onNextFound={showNextFound}
        isFullWidth={width.isFull}
        onFullWidth={width.toggle}
      />
      <DesignerPages
        editing={editing}
        designerId={designerId}
        language={language}
        disabled={disabled}
        // a first page is added with the page for the keys that have none
        isFull={roomLeft < (page ? 1 : 2)}
      />
      <KeyProblems
        count={troubled.length}
        disabled={disabled}
        onChoose={() => editing.setActive(troubled[0]!.key)}
        onRemove={() => editing.remove(new Set(troubled.map(({ key }) => key)))}
      />
      <div className={classes.body}>
        <Paper
          shadow="xs"
          radius="lg"
          w="100%"
          maw={deviceWidths[preview.device][preview.orientation]}
          p="sm"
          bd="1px solid var(--line-strong)"
          bg="var(--sunken)"
        >
          <DesignerGrid
            editing={editing}
            designerId={designerId}
            label={containerRow ? `${label}: ${keyName(containerRow, language)}` : label}
            columns={columns}
            language={language}
            disabled={disabled}
            found={new Set(found.map(({ key }) => key))}
            problemOf={problemOf}
            coloursOf={(row) => colours[asText(row.values['colour']) as HotkeyColour]}
            onAnnounce={setAnnouncement}
            onEdit={() => element.current?.querySelector<HTMLElement>('[data-designer-name]')?.focus()}
          />
          <HiddenKeys
            rows={hidden.filter(isIn)}
            columns={columns}
            language={language}
            disabled={disabled}
            onShow={(key) => editing.restore(key)}
          />
        </Paper>
        <Stack gap="sm">
          {!disabled && (
            <DesignerAdd editing={editing} owner={nodeId} isFull={roomLeft < 1} onAnnounce={setAnnouncement} />
          )}
          {active && (
            <DesignerPanel
              key={active.key}
              editing={editing}
              row={active}
              language={language}
              problem={problemOf(active)}
              disabled={disabled}
              usesOf={hasDescendants ? nodeId : undefined}
              owner={nodeId}
              onEdit={(values) => latest.current.edit(new Set([active.key]), values)}
              onRestore={isReplaced(active) ? () => editing.restore(active.key) : undefined}
            />
          )}
        </Stack>
      </div>
      <DesignerDifference
        layout={layout}
        hiddenCount={hidden.length}
        hidden={hidden.filter((row) => !isIn(row))}
        language={language}
        hasOwnOrder={list.ownOrder !== null || asChanges(value).order !== undefined}
        usage={
          reach && reach.storeCount > 0
            ? t('settings.designer.usedBy', {
                count: reach.storeCount,
                shown: formatNumber(reach.storeCount),
                apart: formatNumber(reachOfKeys?.storesApart ?? 0),
              })
            : undefined
        }
        disabled={disabled}
        onShow={(key) => editing.restore(key)}
      />
      {error}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {isPrinting && <DesignerPrint layout={layout} title={label} language={language} columns={columns} />}
    </Flex>
  );
}
