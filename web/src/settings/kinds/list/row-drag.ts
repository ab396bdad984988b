import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';

export type DropEdge = 'top' | 'bottom';

type RowDrag = {
  readonly element: HTMLElement;
  readonly handle: HTMLElement;
  readonly key: string;
  /** The id of the list, which accepts only its own rows. */
  readonly listId: string;
  readonly onDragging: (isDragging: boolean) => void;
  /** The edge at which a dragged row would be dropped; undefined if it is not over this row. */
  readonly onEdge: (edge: DropEdge | undefined) => void;
  readonly onDrop: (sourceKey: string, edge: DropEdge) => void;
};

function edgeAt(element: HTMLElement, clientY: number): DropEdge {
  const { top, height } = element.getBoundingClientRect();
  return clientY < top + height / 2 ? 'top' : 'bottom';
}

/** Makes a row draggable by its handle, and a drop target for other rows of its list. */
export const attachRowDrag = ({ element, handle, key, listId, onDragging, onEdge, onDrop }: RowDrag): (() => void) =>
  combine(
    draggable({
      element,
      dragHandle: handle,
      getInitialData: () => ({ listId, key }),
      onDragStart: () => onDragging(true),
      onDrop: () => onDragging(false),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data['listId'] === listId && source.data['key'] !== key,
      onDrag: ({ location }) => onEdge(edgeAt(element, location.current.input.clientY)),
      onDragLeave: () => onEdge(undefined),
      onDrop: ({ source, location }) => {
        onEdge(undefined);
        onDrop(String(source.data['key']), edgeAt(element, location.current.input.clientY));
      },
    }),
  );
