import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';

/** Where a dragged key would go: before or after the one under the pointer, or into it. */
export type KeyDrop = 'before' | 'after' | 'into';

type KeyDrag = {
  readonly element: HTMLElement;
  readonly key: string;
  /** The designer, which takes only its own keys. */
  readonly designerId: string;
  readonly isGroup: boolean;
  readonly onDragging: (isDragging: boolean) => void;
  readonly onOver: (drop: KeyDrop | undefined) => void;
  readonly onDrop: (sourceKey: string, drop: KeyDrop) => void;
};

function dropAt(element: HTMLElement, clientX: number, isGroup: boolean): KeyDrop {
  const { left, width } = element.getBoundingClientRect();
  const share = (clientX - left) / width;
  if (isGroup && share > 0.3 && share < 0.7) return 'into';
  return share < 0.5 ? 'before' : 'after';
}

/** Makes a key draggable, and a place to drop others. */
export const attachKeyDrag = ({ element, key, designerId, isGroup, onDragging, onOver, onDrop }: KeyDrag) =>
  combine(
    draggable({
      element,
      getInitialData: () => ({ designerId, key }),
      onDragStart: () => onDragging(true),
      onDrop: () => onDragging(false),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data['designerId'] === designerId && source.data['key'] !== key,
      onDrag: ({ location }) => onOver(dropAt(element, location.current.input.clientX, isGroup)),
      onDragLeave: () => onOver(undefined),
      onDrop: ({ source, location }) => {
        onOver(undefined);
        onDrop(String(source.data['key']), dropAt(element, location.current.input.clientX, isGroup));
      },
    }),
  );

type PlaceDrop = {
  readonly element: HTMLElement;
  readonly designerId: string;
  readonly onOver: (isOver: boolean) => void;
  readonly onDrop: (sourceKey: string) => void;
};

/** Makes a page or a way out of a folder a place to drop keys. */
export const attachPlaceDrop = ({ element, designerId, onOver, onDrop }: PlaceDrop) =>
  dropTargetForElements({
    element,
    canDrop: ({ source }) => source.data['designerId'] === designerId,
    onDragEnter: () => onOver(true),
    onDragLeave: () => onOver(false),
    onDrop: ({ source }) => {
      onOver(false);
      onDrop(String(source.data['key']));
    },
  });
