import type { NodeType } from '@storeward/contract/access';
import type { NodeId, NodeRef, PlaceChoice } from '@storeward/contract/nodes';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { FixedField, OptionalLabel } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { NodePicker } from './node-picker.tsx';
import { endOf, lastAbove, type Level, levelsTo, wayUpTo } from './place-levels.ts';
import { placeChosen } from './queries.ts';

type Props = {
  /** The kinds of place that may be chosen in the end. */
  targets: readonly NodeType[];
  value?: NodeId | '';
  onChange: (id: NodeId | '') => void;
  onBlur?: () => void;
  error?: ReactNode;
};

/** Chooses a place level by level: what the reader's own place settles is shown locked, and each further level opens with the one above it. */
export function PlacePicker({ targets, value = '', onChange, onBlur, error }: Props) {
  const t = useT();
  const { rootNodeId, rootNode } = useSession().user ?? {};
  const [picked, setPicked] = useState<readonly NodeRef[]>();
  const own = useWay(rootNodeId ?? '');
  const isPicked = picked !== undefined && (endOf(picked, targets)?.id ?? '') === value;
  const given = useWay(isPicked ? '' : value);
  const way = isPicked ? picked : value === '' || given.unknown ? own.way : given.way;
  const end = way && (endOf(way, targets)?.id ?? '');

  // what the kinds of place ask for may be settled already, or be more than they ask for
  useEffect(() => {
    if (way === undefined || end === undefined || end === value) return;
    setPicked(wayUpTo(way, targets));
    onChange(end);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another end is news to whoever asked
  }, [end, value]);

  if (!rootNode) return null;
  const levels = levelsTo(targets, rootNode);
  const chosenAt = (level: Level) => way?.find(({ nodeType }) => nodeType === level.type);
  const lacking = levels.find((level) => !level.fixed && !level.optional && !chosenAt(level));
  const faulty = lacking ?? levels.findLast(({ fixed }) => !fixed);

  function choose(level: Level, choice: PlaceChoice | undefined) {
    const at = way?.findIndex(({ nodeType }) => nodeType === level.type) ?? -1;
    // nothing is chosen there that could be emptied
    if (!choice && at === -1) return;
    const next = choice ? wayOf(choice) : way?.slice(0, at);
    setPicked(next);
    if (next) onChange(endOf(next, targets)?.id ?? '');
  }

  return levels.map((level) => {
    const chosen = chosenAt(level);
    const name = t(`ui.level.${level.type}`);
    if (level.fixed) return chosen && <SettledLevel key={level.type} label={name} name={chosen.name} />;
    const awaited = levels.slice(0, levels.indexOf(level)).find((above) => !above.optional && !chosenAt(above));
    const waitsFor = awaited && t('nodes.picker.waits', { level: t(`ui.level.${awaited.type}`) });
    return (
      <NodePicker
        key={level.type}
        type={level.type}
        label={level.optional ? <OptionalLabel label={name} optional={t('ui.form.optional')} /> : name}
        below={way && lastAbove(way, level.type)?.id}
        chosen={chosen}
        waitsFor={way ? waitsFor : ''}
        clearLabel={level.optional ? t('nodes.picker.clear', { level: name }) : undefined}
        onChange={(choice) => choose(level, choice)}
        onBlur={onBlur}
        error={level === faulty && error}
      />
    );
  });
}

/** A level that the reader's own place settles. */
function SettledLevel({ label, name }: { label: string; name: string }) {
  const t = useT();
  return (
    <FixedField label={label} mark={<Icon name="lock" size={16} title={t('nodes.edit.locked')} />}>
      <span title={name}>{name}</span>
    </FixedField>
  );
}

const wayOf = ({ path, nodeId: id, name, nodeType }: PlaceChoice): readonly NodeRef[] => [
  ...path,
  { id, name, nodeType },
];

/** The way down to a place that is chosen already, once it is known; to nowhere for none. Only the server's word makes a place unknown, no failure to ask it. */
function useWay(id: NodeId | ''): { readonly way: readonly NodeRef[] | undefined; readonly unknown: boolean } {
  const { data, error } = useQuery({
    ...placeChosen(id as NodeId),
    enabled: id !== '',
    select: ({ result: [one] }) => one,
    meta: { quiet: true },
  });
  return { way: data && wayOf(data), unknown: error instanceof ApiError && error.code === 'node.unknown' };
}
