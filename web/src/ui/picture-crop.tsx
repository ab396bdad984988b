import { Slider } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react';
import classes from './picture-crop.module.css';
import { type Cut, type Measures, moved, shownBy, zoomed } from './picture-cut.ts';

type Props = {
  /** The address of the picture, and how large it is. */
  src: string;
  size: Measures;
  cut: Cut;
  onCut: (cut: Cut) => void;
  words: { part: string; hint: string; zoom: string };
};

const side = 240;
const step = 0.02;

/** Chooses a square of a picture: drag it about or use the arrow keys, zoom with the slider, the wheel, + or -. */
export function PictureCrop({ src, size, cut, onCut, words }: Props) {
  const hint = useId();
  const square = useRef<HTMLDivElement>(null);
  const latest = useRef({ cut, onCut });
  useEffect(() => {
    latest.current = { cut, onCut };
  });

  // React listens to wheels without the power to keep the page where it is.
  useEffect(() => {
    const element = square.current;
    function onWheel(event: WheelEvent) {
      event.preventDefault();
      const { cut: now, onCut: tell } = latest.current;
      tell(zoomed(now, now.zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1), size));
    }
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [size]);

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onCut(moved(cut, { x: -event.movementX / side, y: -event.movementY / side }, size));
  }

  function onKeyDown(event: KeyboardEvent) {
    const far = event.shiftKey ? 5 * step : step;
    const by = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] }[event.key];
    const zoom = { '+': 1.1, '=': 1.1, '-': 1 / 1.1 }[event.key];
    if (!by && !zoom) return;
    event.preventDefault();
    if (by) onCut(moved(cut, { x: by[0]!, y: by[1]! }, size));
    if (zoom) onCut(zoomed(cut, cut.zoom * zoom, size));
  }

  return (
    <div className={classes.crop}>
      <div
        ref={square}
        className={classes.square}
        role="group"
        aria-label={words.part}
        aria-describedby={hint}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move what is in it
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
      >
        <img src={src} alt="" draggable={false} style={placed(cut, size, side)} />
      </div>
      <p id={hint} className={classes.hint}>
        {words.hint}
      </p>
      <Slider
        thumbLabel={words.zoom}
        label={null}
        min={1}
        max={4}
        step={0.05}
        value={cut.zoom}
        onChange={(zoom) => onCut(zoomed(cut, zoom, size))}
      />
    </div>
  );
}

/** The chosen square as it will be seen: round, at the size given. */
export function PictureRound({ src, size, cut, pixels }: Pick<Props, 'src' | 'size' | 'cut'> & { pixels: number }) {
  return (
    <span className={classes.round} style={{ width: pixels, height: pixels }} aria-hidden>
      <img src={src} alt="" draggable={false} style={placed(cut, size, pixels)} />
    </span>
  );
}

/** The whole picture, moved and enlarged so that the chosen square fills a window of so many pixels. */
function placed(cut: Cut, size: Measures, pixels: number): CSSProperties {
  const { left, top, side: shown } = shownBy(cut, size);
  const scale = pixels / shown;
  return {
    width: size.width * scale,
    height: size.height * scale,
    transform: `translate(${-left * scale}px, ${-top * scale}px)`,
  };
}
