import { Button, Modal } from '@mantine/core';
import { type MovePreview, type Node, type NodeId, type PlaceType, typesAbove } from '@storeward/contract/nodes';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { sayError, useT } from '../platform/i18n.ts';
import { Details } from '../ui/details.tsx';
import { useNotify } from '../ui/notify.tsx';
import { LinesSkeleton, useDelayed } from '../ui/skeleton.tsx';
import classes from './node-move-dialog.module.css';
import { PlacePicker } from './place-picker.tsx';
import { movePreview, useMoveNode } from './queries.ts';

type Props = { node: Node; opened: boolean; onClose: () => void };

/** Chooses where a place is to stand, tells what that changes and for how many people, and moves it. */
export function NodeMoveDialog({ node, opened, onClose }: Props) {
  const t = useT();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('nodes.move.title', { name: node.name })}
      size="34rem"
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      {opened && <Move node={node} onClose={onClose} />}
    </Modal>
  );
}

function Move({ node, onClose }: Pick<Props, 'node' | 'onClose'>) {
  const t = useT();
  const notify = useNotify();
  const moveNode = useMoveNode(node);
  const [target, setTarget] = useState<NodeId | ''>(node.parentId ?? '');
  const isElsewhere = target !== '' && target !== node.parentId;
  const [fault, setFault] = useState<ApiError>();
  const preview = useQuery({
    ...movePreview(node.nodeId, target as NodeId),
    enabled: isElsewhere,
    meta: { quiet: true },
  });
  const waiting = useDelayed(preview.isFetching && !preview.data);
  const refused = fault ?? (preview.error instanceof ApiError ? preview.error : undefined);
  function doIt() {
    if (!isElsewhere) return;
    moveNode.mutate(target, {
      onSuccess: () => {
        onClose();
        notify.success(t('nodes.move.done', { name: node.name }));
      },
      onError: (error) => setFault(error instanceof ApiError ? error : new ApiError(0)),
    });
  }

  return (
    <div className={classes.body}>
      <div role="group" aria-label={t('nodes.move.to')} className={classes.levels}>
        <PlacePicker
          targets={typesAbove(node.nodeType as PlaceType)}
          value={target}
          onChange={(id) => {
            setFault(undefined);
            setTarget(id);
          }}
          error={isElsewhere && refused && sayError(refused.code, refused.message)}
        />
      </div>
      {waiting && <LinesSkeleton rows={4} />}
      {isElsewhere && preview.data && !refused && <Changes preview={preview.data} />}
      <div className={classes.footer}>
        <Button variant="default" onClick={onClose}>
          {t('nodes.action.cancel')}
        </Button>
        <Button
          disabled={!isElsewhere || !preview.data || refused !== undefined}
          loading={moveNode.isPending}
          onClick={doIt}
        >
          {t('nodes.move.yes')}
        </Button>
      </div>
    </div>
  );
}

/** What a move changes, as pairs. */
function Changes({
  preview: { from, to, placeCount, storeCount, userCount, losing, gaining },
}: {
  preview: MovePreview;
}) {
  const t = useT();
  const way = (path: MovePreview['to']) => path.map(({ name }) => name).join(' › ');
  return (
    <Details
      rows={[
        { label: t('nodes.move.from'), value: way(from) },
        { label: t('nodes.move.below'), value: way(to) },
        {
          label: t('nodes.move.along'),
          value: t('nodes.move.alongText', { places: placeCount, stores: storeCount, users: userCount }),
        },
        { label: t('nodes.move.reach'), value: t('nodes.move.reachText', { losing, gaining }) },
      ]}
    />
  );
}
