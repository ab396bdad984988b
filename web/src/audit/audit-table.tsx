import { Box, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import type { AuditEntry } from '@storeward/contract/audit';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { formatDateTime, useT } from '../platform/text/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/page/link.tsx';
import { SkeletonLine, TableSkeleton, useDelayed } from '../ui/page/skeleton.tsx';
import { useNarrow } from '../ui/page/viewport.ts';
import { actorText, Changes, entityText, entityUrl, isRun, runText } from './audit-columns.tsx';
import { EntryDetail } from './audit-detail.tsx';
import { actionText, isDenial } from './audit-labels.ts';
import { type RunFilter, useRunEntries } from './audit-run.tsx';
import classes from './audit-table.module.css';

type Props = {
  label: string;
  rows: readonly AuditEntry[] | undefined;
  busy: boolean;
  skeletonRows: number;
  filter: RunFilter;
};

const nameWidth = 'clamp(8rem, 15vw, 14rem)';
const widths = { at: '13rem', actor: nameWidth, action: nameWidth, entity: nameWidth, changes: 'auto' };

/** The entries of a page; each expands in place, a run into its entries. On phones each is an item of two lines. */
export function AuditTable({ label, rows, busy, skeletonRows, filter }: Props) {
  const t = useT();
  const narrow = useNarrow();
  const showSkeleton = useDelayed(rows === undefined);
  if (narrow) {
    if (!rows) return showSkeleton ? <TableSkeleton rows={8} columns={2} /> : null;
    return (
      <ul aria-label={label} aria-busy={busy} onKeyDown={handleKeys}>
        {rows.map((entry) => (
          <Item key={entry.id} entry={entry} filter={filter} />
        ))}
      </ul>
    );
  }
  return (
    <Table
      className={classes.table ?? ''}
      layout="fixed"
      stickyHeader
      withRowBorders={false}
      aria-label={label}
      aria-busy={rows === undefined || busy}
    >
      <Table.Thead>
        <Table.Tr>
          {(['at', 'actor', 'action', 'entity', 'changes'] as const).map((field) => (
            <Table.Th key={field} scope="col" w={widths[field]}>
              {t(`audit.field.${field}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody onKeyDown={handleKeys}>
        {showSkeleton &&
          Array.from({ length: skeletonRows }, (_, row) => (
            <Table.Tr key={row} aria-hidden>
              {[72, 56, 84, 48, 64].map((width) => (
                <Table.Td key={width}>
                  <SkeletonLine width={width} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        {rows?.map((entry) => (
          <Row key={entry.id} entry={entry} filter={filter} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

type RowProps = { entry: AuditEntry; filter: RunFilter; nested?: boolean };

/** The row of an entry, or of a run; the entries of an expanded run are rows below it. */
function Row({ entry, filter, nested = false }: RowProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const grouped = !nested && isRun(entry, filter);
  return (
    <>
      <Table.Tr data-open={open || undefined} data-nested={nested || undefined} data-run={grouped || undefined}>
        <Table.Td>
          <Toggle open={open} onToggle={setOpen} label={rowLabel(t, entry, grouped)}>
            {formatDateTime(entry.at)}
          </Toggle>
        </Table.Td>
        <Table.Td title={actorText(t, entry)}>{actorText(t, entry)}</Table.Td>
        <Table.Td>
          <ActionText entry={entry} grouped={grouped} />
        </Table.Td>
        <Table.Td title={grouped ? runText(t, entry) : entityText(t, entry)}>
          <ItemText entry={entry} grouped={grouped} />
        </Table.Td>
        <Table.Td>
          <ChangeText entry={entry} grouped={grouped} />
        </Table.Td>
      </Table.Tr>
      {open && !grouped && (
        <Table.Tr data-open data-nested={nested || undefined} className={classes.detail ?? ''}>
          <Table.Td colSpan={5}>
            <EntryDetail entry={entry} />
          </Table.Td>
        </Table.Tr>
      )}
      {open && grouped && <RunRows entry={entry} filter={filter} />}
    </>
  );
}

function RunRows({ entry, filter }: RowProps) {
  const { entries, footer } = useRunEntries(entry, filter);
  return (
    <>
      {entries.map((one) => (
        <Row key={one.id} entry={one} filter={filter} nested />
      ))}
      <Table.Tr data-nested className={classes.footer ?? ''}>
        <Table.Td colSpan={5}>{footer}</Table.Td>
      </Table.Tr>
    </>
  );
}

/** The row of an entry or run on phones. */
function Item({ entry, filter, nested = false }: RowProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const grouped = !nested && isRun(entry, filter);
  return (
    <Box component="li" className={classes.item ?? ''} data-nested={nested || undefined}>
      <Toggle open={open} onToggle={setOpen}>
        <Stack component="span" gap={0} miw={0}>
          <Text span truncate fw="var(--weight-medium)">
            <ActionText entry={entry} grouped={grouped} /> · {grouped ? runText(t, entry) : entityText(t, entry)}
          </Text>
          <Text span truncate size="label" c="dimmed">
            {formatDateTime(entry.at)} · {actorText(t, entry)}
          </Text>
        </Stack>
      </Toggle>
      {open && !grouped && (
        <Box px={16} pb={16}>
          <EntryDetail entry={entry} />
        </Box>
      )}
      {open && grouped && <RunItems entry={entry} filter={filter} />}
    </Box>
  );
}

function RunItems({ entry, filter }: RowProps) {
  const { entries, footer } = useRunEntries(entry, filter);
  return (
    <>
      <ul>
        {entries.map((one) => (
          <Item key={one.id} entry={one} filter={filter} nested />
        ))}
      </ul>
      <Box px={16} pb={16}>
        {footer}
      </Box>
    </>
  );
}

type Cell = { entry: AuditEntry; grouped: boolean };

const rowLabel = (t: ReturnType<typeof useT>, entry: AuditEntry, grouped: boolean) =>
  `${formatDateTime(entry.at)}, ${grouped ? runText(t, entry) : `${actionText(entry, t)}, ${entityText(t, entry)}`}`;

function ActionText({ entry, grouped }: Cell) {
  const t = useT();
  if (grouped) return runText(t, { ...entry, run: entry.run && { ...entry.run, fileName: null } });
  return (
    <Text
      span
      inherit
      className={isDenial(entry) ? (classes.denied ?? '') : ''}
      c={isDenial(entry) ? 'danger' : 'inherit'}
    >
      {isDenial(entry) && <Icon name="error-circle" size={14} />} {actionText(entry, t)}
    </Text>
  );
}

function ItemText({ entry, grouped }: Cell) {
  const t = useT();
  const href = grouped ? undefined : entityUrl(entry);
  const text = grouped ? (entry.run?.fileName ?? '') : entityText(t, entry);
  return href ? <Link href={href}>{text}</Link> : text;
}

function ChangeText({ entry, grouped }: Cell) {
  const t = useT();
  if (!grouped) return <Changes entry={entry} inline />;
  const count = entry.run?.entries ?? 0;
  return <b>{t(count < 1000 ? 'audit.run.entries' : 'audit.run.manyEntries', { count })}</b>;
}

type ToggleProps = { open: boolean; onToggle: (open: boolean) => void; label?: string; children: ReactNode };

function Toggle({ open, onToggle, label, children }: ToggleProps) {
  return (
    <UnstyledButton
      className={classes.toggle ?? ''}
      aria-expanded={open}
      aria-label={label}
      data-audit-toggle
      onClick={() => onToggle(!open)}
    >
      <Icon name={open ? 'chevron-down' : 'chevron-right'} size={16} />
      {children}
    </UnstyledButton>
  );
}

/** Arrow up and down, Home and End move between the rows; right expands a row and left collapses it. */
function handleKeys(event: KeyboardEvent<HTMLElement>) {
  const toggles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-audit-toggle]')];
  const index = toggles.findIndex((toggle) => toggle === document.activeElement);
  const current = toggles[index];
  if (!current || event.altKey || event.ctrlKey || event.metaKey) return;
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: toggles.length - 1 }[event.key];
  const isOpen = current.ariaExpanded === 'true';
  if ((event.key === 'ArrowRight' && !isOpen) || (event.key === 'ArrowLeft' && isOpen)) current.click();
  else if (next !== undefined) toggles[next]?.focus();
  else return;
  event.preventDefault();
}
