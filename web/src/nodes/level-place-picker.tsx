import { Select } from '@mantine/core';
import { type NodeType, nodeTypes, ranks } from '@storeward/contract/access';
import type { NodeId } from '@storeward/contract/nodes';
import { type ReactNode, useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { Wide } from '../ui/form.tsx';
import { PlacePicker } from './place-picker.tsx';

type Props = {
  value: NodeId | null;
  /** The kind of the place that is chosen already. */
  level?: NodeType | null;
  /** Tells the place and its kind; no place while it is still being looked for. */
  onChange: (place: NodeId | null, level: NodeType) => void;
  error?: ReactNode;
};

/** Chooses a place of any kind up to the reader's own: first how high it stands, then which one it is. */
export function LevelPlacePicker({ value, level: before = null, onChange, error }: Props) {
  const t = useT();
  const { rootNode: own, rootNodeId: ownId } = useSession().user ?? {};
  const [level, setLevel] = useState(before);
  const levels = nodeTypes.filter((type) => type !== 'GLOBAL' && own && ranks[type] <= ranks[own]);

  function choose(next: NodeType | undefined) {
    if (!next) return;
    setLevel(next);
    // the organisation itself is nothing to be looked for
    onChange(next === 'ORGANIZATION' ? (ownId ?? null) : null, next);
  }

  return (
    <>
      <Wide>
        <Select
          label={t('users.field.level')}
          placeholder={t('nodes.picker.chooseLevel')}
          data={levels.map((type) => ({ value: type, label: t(`ui.level.${type}`) }))}
          allowDeselect={false}
          value={level}
          onChange={(next) => choose(levels.find((type) => type === next))}
          error={level === null && error}
        />
      </Wide>
      {level && level !== 'ORGANIZATION' && (
        <PlacePicker
          key={level}
          targets={[level]}
          value={value ?? ''}
          onChange={(id) => onChange(id || null, level)}
          error={error}
        />
      )}
    </>
  );
}
