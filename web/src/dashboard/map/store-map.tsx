import { Flex, Text } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import {
  boundsOfCluster,
  type Cluster,
  clusterAt,
  isDirection,
  type MapStore,
  nearest,
  nextIn,
  radiusOf,
} from './map-clusters.ts';
import { MapLabels } from './map-labels.tsx';
import { Land, Marks } from './map-layers.tsx';
import { isClosest, type Point, type Size, toPixel, type View } from './map-projection.ts';
import { MapCursor } from './map-cursor.tsx';
import { StoreMapTooltip } from './map-tooltip.tsx';
import { type MapView, pointIn, useMapPointers, useMapView, useWheelZoom } from './map-view.ts';
import classes from './store-map.module.css';

/** The distance in pixels at which a pointer is on a mark. */
const reach = { mouse: 12, touch: 22 };

type Props = { stores: readonly MapStore[]; title: string; summary: string };

/** A map of stores as wide as its container, with zoom, a cursor for pointer and keyboard, and a text for screen readers. */
export function StoreMap(props: Props) {
  const { ref, width, height } = useElementSize();
  const size = useMemo(() => ({ width, height }), [width, height]);
  return (
    <figure ref={ref} className={classes.map}>
      {width > 0 && height > 0 && <SizedMap {...props} size={size} />}
    </figure>
  );
}

function SizedMap({ stores, title, summary, size }: Props & { size: Size }) {
  const t = useT();
  const map = useMapView(stores, size);
  const { view } = map;
  const clusters = useMemo(() => clusterAt(stores, view.scale), [stores, view.scale]);
  const { active, isOpen, isByKeyboard, select, open, clear } = useActiveMark(clusters);
  const { isDragging, hasDragged, handlers } = useMapPointers(map);
  const [showsHint, setShowsHint] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const wheelTarget = useRef<HTMLDivElement>(null);
  useWheelZoom(wheelTarget, map.zoomBy, () => setShowsHint(true));

  const markAt = (event: PointerEvent<HTMLElement>) => {
    const at = toMapPoint(pointIn(event.currentTarget, event), view, size);
    return nearest(clusters, at, reach[event.pointerType === 'touch' ? 'touch' : 'mouse'] / view.scale);
  };

  /** Zooms in until the stores of a cluster are apart, or lists them where they are at one place. */
  function openCluster(cluster: Cluster) {
    const next = map.viewOf(boundsOfCluster(cluster));
    if (clusterAt(cluster.stores, next.scale).length === 1) return open(cluster);
    map.show(next);
    if (!isByKeyboard) clear();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { key } = event;
    if (isDirection(key)) {
      const next = active ? nextIn(key, active, clusters) : nearest(clusters, view, Infinity);
      if (next) select(next, true);
      if (next && !isInside(toPixel(next, view, size), size)) map.showCentre(next);
    } else if (key === '+' || key === '=') map.zoomIn();
    else if (key === '-') map.zoomOut();
    else if (key === '0' || key === 'Home') map.showAll();
    else if (key === 'Escape' && active) {
      clear();
      container.current?.focus();
    } else return;
    event.preventDefault();
  }

  return (
    // The keys of the map are its own, so that a screen reader passes them on.
    <div
      ref={useMergedRef(container, wheelTarget)}
      role="application"
      aria-label={`${title}. ${t('figures.map.keys')}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the map takes the focus for its keys
      tabIndex={0}
      className={classes.view}
      data-dragging={isDragging || undefined}
      {...handlers}
      onPointerMove={(event) => {
        handlers.onPointerMove(event);
        if (!isDragging && !isOpen && event.pointerType !== 'touch' && event.buttons === 0)
          select(markAt(event), false);
      }}
      onPointerUp={(event) => {
        handlers.onPointerUp(event);
        if (event.pointerType !== 'touch' || hasDragged()) return;
        const mark = markAt(event);
        if (mark) open(mark);
        else clear();
      }}
      onPointerLeave={() => {
        setShowsHint(false);
        if (!isOpen && !isByKeyboard) clear();
      }}
      onClickCapture={(event: MouseEvent) => {
        setShowsHint(false);
        // the end of a drag; a click by keyboard has no pointer
        if (event.detail > 0 && hasDragged()) {
          event.preventDefault();
          event.stopPropagation();
        }
      }}
      onClick={({ target, currentTarget }) => target instanceof SVGElement && currentTarget.contains(target) && clear()}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget, currentTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget) && isByKeyboard) clear();
      }}
    >
      <svg role="img" aria-label={summary} width={size.width} height={size.height}>
        <Land view={view} size={size} />
        <Marks clusters={clusters} view={view} size={size} />
        <MapLabels clusters={clusters} view={view} size={size} />
      </svg>
      {active && (
        <MapCursor
          cluster={active}
          at={toPixel(active, view, size)}
          radius={radiusOf(active)}
          takesFocus={isByKeyboard}
          onOpen={() => openCluster(active)}
        />
      )}
      {active && (
        <StoreMapTooltip
          cluster={active}
          at={toPixel(active, view, size)}
          size={size}
          isOpen={isOpen}
          zoomText={isClosest(view) ? undefined : t(isByKeyboard ? 'figures.map.zoomByKey' : 'figures.map.zoomHere')}
        />
      )}
      {showsHint && (
        <Text className={classes.hint ?? ''} size="label">
          {t('figures.map.wheel')}
        </Text>
      )}
      <ZoomButtons map={map} />
    </div>
  );
}

function ZoomButtons({ map }: { map: MapView }) {
  const t = useT();
  return (
    <Flex className={classes.buttons ?? ''} direction="column" onPointerDown={(event) => event.stopPropagation()}>
      <IconButton
        small
        icon="plus"
        label={t('figures.map.zoomIn')}
        disabled={isClosest(map.view)}
        onClick={map.zoomIn}
      />
      <IconButton small icon="minus" label={t('figures.map.zoomOut')} onClick={map.zoomOut} />
      <IconButton small icon="fit" label={t('figures.map.showAll')} disabled={map.isFitted} onClick={map.showAll} />
    </Flex>
  );
}

/** The mark under the pointer or the keyboard's cursor; it stays the one with the same store when the map is zoomed. */
function useActiveMark(clusters: readonly Cluster[]) {
  const [{ store, isOpen, isByKeyboard }, setState] = useState<{
    store?: MapStore;
    isOpen: boolean;
    isByKeyboard: boolean;
  }>({
    isOpen: false,
    isByKeyboard: false,
  });
  const active = useMemo(() => store && clusters.find(({ stores }) => stores.includes(store)), [clusters, store]);
  const none = { isOpen: false, isByKeyboard: false };
  useEffect(() => {
    if (!active) setState((state) => (state.store ? { isOpen: false, isByKeyboard: false } : state));
  }, [active]);
  return {
    active,
    isOpen,
    isByKeyboard,
    select(cluster: Cluster | undefined, byKeyboard: boolean) {
      if (!cluster) return isByKeyboard ? undefined : setState((state) => (state.store ? none : state));
      return setState((state) =>
        state.store && cluster.stores.includes(state.store) && state.isByKeyboard === byKeyboard
          ? state
          : { store: cluster.stores[0]!, isOpen: false, isByKeyboard: byKeyboard },
      );
    },
    open: (cluster: Cluster) => setState((state) => ({ ...state, store: cluster.stores[0]!, isOpen: true })),
    clear: () => setState(none),
  };
}

const toMapPoint = ({ x, y }: Point, view: View, { width, height }: Size): Point => ({
  x: view.x + (x - width / 2) / view.scale,
  y: view.y + (y - height / 2) / view.scale,
});

const isInside = ({ x, y }: Point, { width, height }: Size) => x > 16 && y > 16 && x < width - 16 && y < height - 16;
