import { Slider } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react';
import classes from './image-cropper.module.css';
import { type CropArea, type ImageSize, moveCrop, cropRect, zoomCrop } from './crop-area.ts';

type Props = {
  /** URL and size of the image. */
  src: string;
  size: ImageSize;
  crop: CropArea;
  onCrop: (crop: CropArea) => void;
  labels: { area: string; hint: string; zoom: string };
};

const side = 240;
const step = 0.02;

/** Square image cropper: move by dragging or arrow keys, zoom by slider, wheel, + or -. */
export function ImageCropper({ src, size, crop, onCrop, labels }: Props) {
  const hint = useId();
  const square = useRef<HTMLDivElement>(null);
  const latest = useRef({ crop, onCrop });
  useEffect(() => {
    latest.current = { crop, onCrop };
  });

  // React registers wheel listeners as passive, which cannot prevent the page from scrolling.
  useEffect(() => {
    const element = square.current;
    function onWheel(event: WheelEvent) {
      event.preventDefault();
      const { crop: currentCrop, onCrop: notify } = latest.current;
      notify(zoomCrop(currentCrop, currentCrop.zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1), size));
    }
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [size]);

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onCrop(moveCrop(crop, { x: -event.movementX / side, y: -event.movementY / side }, size));
  }

  function onKeyDown(event: KeyboardEvent) {
    const distance = event.shiftKey ? 5 * step : step;
    const direction = {
      ArrowLeft: [-distance, 0],
      ArrowRight: [distance, 0],
      ArrowUp: [0, -distance],
      ArrowDown: [0, distance],
    }[event.key];
    const zoom = { '+': 1.1, '=': 1.1, '-': 1 / 1.1 }[event.key];
    if (!direction && !zoom) return;
    event.preventDefault();
    if (direction) onCrop(moveCrop(crop, { x: direction[0]!, y: direction[1]! }, size));
    if (zoom) onCrop(zoomCrop(crop, crop.zoom * zoom, size));
  }

  return (
    <div className={classes.crop}>
      <div
        ref={square}
        className={classes.square}
        role="group"
        aria-label={labels.area}
        aria-describedby={hint}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move what is in it
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
      >
        <img src={src} alt="" draggable={false} style={imageStyle(crop, size, side)} />
      </div>
      <p id={hint} className={classes.hint}>
        {labels.hint}
      </p>
      <Slider
        thumbLabel={labels.zoom}
        label={null}
        min={1}
        max={4}
        step={0.05}
        value={crop.zoom}
        onChange={(zoom) => onCrop(zoomCrop(crop, zoom, size))}
      />
    </div>
  );
}

/** Round preview of the crop at the given size. */
export function CropPreview({ src, size, crop, pixels }: Pick<Props, 'src' | 'size' | 'crop'> & { pixels: number }) {
  return (
    <span className={classes.round} style={{ width: pixels, height: pixels }} aria-hidden>
      <img src={src} alt="" draggable={false} style={imageStyle(crop, size, pixels)} />
    </span>
  );
}

/** CSS that scales and moves the image so that the crop fills a box of `pixels` size. */
function imageStyle(crop: CropArea, size: ImageSize, pixels: number): CSSProperties {
  const { left, top, side: cropSide } = cropRect(crop, size);
  const scale = pixels / cropSide;
  return {
    width: size.width * scale,
    height: size.height * scale,
    transform: `translate(${-left * scale}px, ${-top * scale}px)`,
  };
}
