import { Stack } from '@mantine/core';
import { type ChildNodeType, typesAbove } from '@storeward/contract/nodes/node-types';
import type { MovePreview, Node, NodeId } from '@storeward/contract/nodes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { FormDialog } from '../records/form-dialog.tsx';
import { Details } from '../ui/page/details.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { LinesSkeleton, useDelayed } from '../ui/page/skeleton.tsx';
import { CascadingNodePicker } from './pickers/cascading-node-picker.tsx';
import { movePreviewQuery, useMoveNode } from './queries.ts';
import { shiftedPlansText } from './shifted-plans.ts';

type Props = { node: Node; onClose: () => void };

/** Chooses a new parent, previews the effects on users, and moves the node. */
export function NodeMoveDialog({ node, onClose }: Props) {
  const t = useT();
  const notify = useNotify();
  const moveNode = useMoveNode(node);
  const [target, setTarget] = useState<NodeId | ''>(node.parentId ?? '');
  const isNewParent = target !== '' && target !== node.parentId;
  const [moveError, setMoveError] = useState<ApiError>();
  const preview = useQuery({
    ...movePreviewQuery(node.nodeId, target as NodeId),
    enabled: isNewParent,
    meta: { quiet: true },
  });
  const waiting = useDelayed(preview.isFetching && !preview.data);
  const apiError = moveError ?? (preview.error instanceof ApiError ? preview.error : undefined);
  function handleMove() {
    if (!isNewParent) return;
    moveNode.mutate(target, {
      onSuccess: () => {
        onClose();
        notify.success(t('nodes.move.done', { name: node.name }));
      },
      onError: (error) => setMoveError(error instanceof ApiError ? error : new ApiError(0)),
    });
  }

  return (
    <FormDialog
      title={t('nodes.move.title', { name: node.name })}
      submitLabel={t('nodes.move.submit')}
      isBusy={moveNode.isPending}
      canSubmit={isNewParent && preview.data !== undefined && apiError === undefined}
      onSubmit={handleMove}
      onClose={onClose}
    >
      <Stack role="group" aria-label={t('nodes.move.newParent')} gap={14}>
        <CascadingNodePicker
          targets={typesAbove(node.nodeType as ChildNodeType)}
          value={target}
          onChange={(id) => {
            setMoveError(undefined);
            setTarget(id);
          }}
          error={isNewParent && apiError && errorMessage(apiError.code, apiError.message)}
        />
      </Stack>
      {waiting && <LinesSkeleton rows={4} />}
      {isNewParent && preview.data && !apiError && <MoveChanges preview={preview.data} />}
    </FormDialog>
  );
}

function MoveChanges({
  preview: { from, to, placeCount, storeCount, userCount, losing, gaining, clock },
}: {
  preview: MovePreview;
}) {
  const t = useT();
  const pathText = (path: MovePreview['to']) => path.map(({ name }) => name).join(' › ');
  return (
    <Details
      rows={[
        { label: t('nodes.move.from'), value: pathText(from) },
        { label: t('nodes.move.to'), value: pathText(to) },
        {
          label: t('nodes.move.affected'),
          value: t('nodes.move.affectedText', { places: placeCount, stores: storeCount, users: userCount }),
        },
        { label: t('nodes.move.visibility'), value: t('nodes.move.visibilityText', { losing, gaining }) },
        ...(clock ? [{ label: t('nodes.field.timeZone'), value: `${clock.from} → ${clock.to}` }] : []),
        ...(clock && clock.planCount > 0
          ? [{ label: t('nodes.clock.plans'), value: shiftedPlansText(clock.planCount, t) }]
          : []),
      ]}
    />
  );
}
