import { Select } from '@mantine/core';
import { type NodeType, nodeTypes, ranks } from '@storeward/contract/access';
import type { NodeId } from '@storeward/contract/nodes';
import { type ReactNode, useState } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { useSession } from '../../platform/session/session.ts';
import { FullWidth } from '../../ui/form/form.tsx';
import { CascadingNodePicker } from './cascading-node-picker.tsx';

type Props = {
  value: NodeId | null;
  /** Type of the node that is already chosen. */
  level?: NodeType | null;
  /** Reports the node and its type; null while no node of that type is chosen. */
  onChange: (node: NodeId | null, level: NodeType) => void;
  error?: ReactNode;
};

/** Chooses a node of any type up to the user's own: first the type, then the node. */
export function LevelNodePicker({ value, level: initialLevel = null, onChange, error }: Props) {
  const t = useT();
  const { rootNode: ownType, rootNodeId: ownNodeId } = useSession().user ?? {};
  const [level, setLevel] = useState(initialLevel);
  const availableLevels = nodeTypes.filter((type) => type !== 'GLOBAL' && ownType && ranks[type] <= ranks[ownType]);

  function selectLevel(next: NodeType | undefined) {
    if (!next) return;
    setLevel(next);
    // an organisation is chosen by its type alone: it is the own root node
    onChange(next === 'ORGANIZATION' ? (ownNodeId ?? null) : null, next);
  }

  return (
    <>
      <FullWidth>
        <Select
          label={t('users.field.level')}
          placeholder={t('nodes.picker.chooseLevel')}
          data={availableLevels.map((type) => ({ value: type, label: t(`ui.level.${type}`) }))}
          allowDeselect={false}
          value={level}
          onChange={(next) => selectLevel(availableLevels.find((type) => type === next))}
          error={level === null && error}
        />
      </FullWidth>
      {level && level !== 'ORGANIZATION' && (
        <CascadingNodePicker
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
