import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';

/** The target of a dragged key: before or after the one under the pointer, or into it. */
export type KeyDrop = 'before' | 'after' | 'into';

type KeyDrag = {
  readonly element: HTMLElement;
  readonly key: string;
  /** The id of the designer, which accepts only its own keys. */
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

/** Makes a key draggable, and a drop target for others. */
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

type ContainerDrop = {
  readonly element: HTMLElement;
  readonly designerId: string;
  readonly onOver: (isOver: boolean) => void;
  readonly onDrop: (sourceKey: string) => void;
};

/** Makes a page, or the link out of a folder, a drop target for keys. */
export const attachContainerDrop = ({ element, designerId, onOver, onDrop }: ContainerDrop) =>
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
