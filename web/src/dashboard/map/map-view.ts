import { type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import {
  type Bounds,
  boundsOf,
  fit,
  fitClosely,
  type Point,
  type Size,
  type View,
  within,
  zoomAt,
} from './map-projection.ts';

/** The factor of a step by button or key. */
const zoomStep = 2;

/** A pointer that moves farther than this many pixels drags the map instead of pressing a mark. */
const dragDistance = 4;

/** What the map shows: everything, until the user zooms or drags it. */
export function useMapView(points: readonly Point[], size: Size) {
  const [chosen, setChosen] = useState<View>();
  const fitted = useMemo(() => fit(boundsOf(points), size), [points, size]);
  const view = useMemo(() => (chosen ? within(chosen, size) : fitted), [chosen, fitted, size]);
  const change = (next: (view: View) => View) => setChosen((current) => next(current ? within(current, size) : fitted));
  const centre = { x: size.width / 2, y: size.height / 2 };
  return {
    view,
    isFitted: chosen === undefined,
    zoomBy: (factor: number, at: Point = centre) => change((current) => zoomAt(current, factor, at, size)),
    zoomIn: () => change((current) => zoomAt(current, zoomStep, centre, size)),
    zoomOut: () => change((current) => zoomAt(current, 1 / zoomStep, centre, size)),
    moveBy: (dx: number, dy: number) =>
      change((current) =>
        within({ ...current, x: current.x - dx / current.scale, y: current.y - dy / current.scale }, size),
      ),
    showCentre: ({ x, y }: Point) => change((current) => within({ ...current, x, y }, size)),
    /** The view of these bounds. */
    viewOf: (bounds: Bounds) => fitClosely(bounds, size),
    show: (next: View) => setChosen(next),
    showAll: () => setChosen(undefined),
  };
}

export type MapView = ReturnType<typeof useMapView>;

/** The position of a pointer in an element. */
export const pointIn = (element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point => {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
};

/** Dragging with one pointer, zooming with two. */
export function useMapPointers({ moveBy, zoomBy }: Pick<MapView, 'moveBy' | 'zoomBy'>) {
  const pointers = useRef(new Map<number, Point>());
  const start = useRef<Point>(undefined);
  const dragged = useRef(false);
  const [isDragging, setDragging] = useState(false);
  const end = ({ pointerId }: PointerEvent) => {
    pointers.current.delete(pointerId);
    if (pointers.current.size === 0) setDragging(false);
  };
  return {
    isDragging,
    /** Whether the press that ends now has dragged the map. */
    hasDragged: () => dragged.current,
    handlers: {
      onPointerDownCapture() {
        dragged.current = false;
      },
      onPointerDown(event: PointerEvent) {
        const at = pointIn(event.currentTarget, event);
        if (pointers.current.size === 0) start.current = at;
        pointers.current.set(event.pointerId, at);
      },
      onPointerMove(event: PointerEvent) {
        const before = pointers.current.get(event.pointerId);
        if (!before) return;
        const at = pointIn(event.currentTarget, event);
        const first = start.current;
        if (first && Math.hypot(at.x - first.x, at.y - first.y) < dragDistance) return;
        if (first) {
          start.current = undefined;
          dragged.current = true;
          setDragging(true);
          event.currentTarget.setPointerCapture(event.pointerId);
        }
        const [other] = [...pointers.current].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]));
        if (other) {
          const distance = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
          zoomBy(distance(at) / distance(before), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
        } else moveBy(at.x - before.x, at.y - before.y);
        pointers.current.set(event.pointerId, at);
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

/**
 * Zooming with the wheel, while the map has the focus or a modifier key is held (which is also how browsers report the
 * pinch of a touchpad): otherwise the map would hold up a user who scrolls the page.
 */
export function useWheelZoom(
  ref: RefObject<HTMLElement | null>,
  zoomBy: MapView['zoomBy'],
  onIgnored: () => void,
): void {
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    // React listens passively, which cannot prevent scrolling
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey && !element.contains(document.activeElement)) return onIgnored();
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      zoomBy(2 ** (-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.004)), pointIn(element, event));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  });
}
