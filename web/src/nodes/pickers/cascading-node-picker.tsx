import type { NodeType } from '@storeward/contract/access';
import type { NodeId, NodeRef, NodeChoice } from '@storeward/contract/nodes';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../../platform/api/api.ts';
import { useT } from '../../platform/text/i18n.ts';
import { useSession } from '../../platform/session/session.ts';
import { ReadOnlyField, OptionalLabel } from '../../ui/form/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NodePicker } from './node-picker.tsx';
import { selectedNode, nearestAbove, type Level, levelsToPick, truncatePath } from '../tree/node-levels.ts';
import { nodeChoiceQuery } from '../queries.ts';

type Props = {
  /** The node types that are valid as a result. */
  targets: readonly NodeType[];
  value?: NodeId | '';
  onChange: (id: NodeId | '') => void;
  onBlur?: () => void;
  error?: ReactNode;
};

/**
 * Chooses a node level by level. Levels above the user's own root node are locked; each other level is enabled once
 * the required levels above it are chosen.
 */
export function CascadingNodePicker({ targets, value = '', onChange, onBlur, error }: Props) {
  const t = useT();
  const { rootNodeId, rootNode } = useSession().user ?? {};
  const [pickedPath, setPickedPath] = useState<readonly NodeRef[]>();
  const rootPath = usePathTo(rootNodeId ?? '');
  const isOwnChoice = pickedPath !== undefined && (selectedNode(pickedPath, targets)?.id ?? '') === value;
  const valuePath = usePathTo(isOwnChoice ? '' : value);
  const path = isOwnChoice ? pickedPath : value === '' || valuePath.unknown ? rootPath.path : valuePath.path;
  const pathValue = path && (selectedNode(path, targets)?.id ?? '');

  // the own root node may determine the target types, or they may end above the given value
  useEffect(() => {
    if (path === undefined || pathValue === undefined || pathValue === value) return;
    setPickedPath(truncatePath(path, targets));
    onChange(pathValue);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- onChange is called only for a changed result
  }, [pathValue, value]);

  if (!rootNode) return null;
  const levels = levelsToPick(targets, rootNode);
  const chosenAt = (level: Level) => path?.find(({ nodeType }) => nodeType === level.type);
  const missingLevel = levels.find((level) => !level.fixed && !level.optional && !chosenAt(level));
  const errorLevel = missingLevel ?? levels.findLast(({ fixed }) => !fixed);

  function choose(level: Level, choice: NodeChoice | undefined) {
    const index = path?.findIndex(({ nodeType }) => nodeType === level.type) ?? -1;
    if (!choice && index === -1) return;
    const next = choice ? pathTo(choice) : path?.slice(0, index);
    setPickedPath(next);
    if (next) onChange(selectedNode(next, targets)?.id ?? '');
  }

  return levels.map((level) => {
    const chosen = chosenAt(level);
    const name = t(`ui.level.${level.type}`);
    if (level.fixed) return chosen && <FixedLevel key={level.type} label={name} name={chosen.name} />;
    const requiredLevel = levels.slice(0, levels.indexOf(level)).find((above) => !above.optional && !chosenAt(above));
    const waitHint = requiredLevel && t('nodes.picker.chooseFirst', { level: t(`ui.level.${requiredLevel.type}`) });
    return (
      <NodePicker
        key={level.type}
        type={level.type}
        label={level.optional ? <OptionalLabel label={name} optional={t('ui.form.optional')} /> : name}
        ancestorId={path && nearestAbove(path, level.type)?.id}
        chosen={chosen}
        waitHint={path ? waitHint : ''}
        clearLabel={level.optional ? t('nodes.picker.clear', { level: name }) : undefined}
        onChange={(choice) => choose(level, choice)}
        onBlur={onBlur}
        error={level === errorLevel && error}
      />
    );
  });
}

/** A locked level, determined by the user's own root node. */
function FixedLevel({ label, name }: { label: string; name: string }) {
  const t = useT();
  return (
    <ReadOnlyField label={label} suffix={<Icon name="lock" size={16} title={t('nodes.edit.locked')} />}>
      <span title={name}>{name}</span>
    </ReadOnlyField>
  );
}

const pathTo = ({ path, nodeId: id, name, nodeType }: NodeChoice): readonly NodeRef[] => [
  ...path,
  { id, name, nodeType },
];

/**
 * Loads the path to a chosen node; without an id the path stays undefined. `unknown` is set only by the server's
 * `node.unknown`, not by a failed request.
 */
function usePathTo(id: NodeId | ''): { readonly path: readonly NodeRef[] | undefined; readonly unknown: boolean } {
  const { data, error } = useQuery({
    ...nodeChoiceQuery(id as NodeId),
    enabled: id !== '',
    select: ({ result: [choice] }) => choice,
    meta: { quiet: true },
  });
  return { path: data && pathTo(data), unknown: error instanceof ApiError && error.code === 'node.unknown' };
}
