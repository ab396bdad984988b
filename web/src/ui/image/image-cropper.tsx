import { Box, Slider, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Slider.layer.css';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import classes from './image-cropper.module.css';

/** A square of an image: left, top, width and height in per cent of the image. */
export type CropArea = Area;

type Props = {
  /** URL of the image. */
  src: string;
  /** Reports the area once the image is loaded, and each change. */
  onCrop: (crop: CropArea) => void;
  labels: { area: string; hint: string; zoom: string };
};

const maxZoom = 4;
const keyboardZoom: Readonly<Record<string, number>> = { '+': 1.1, '=': 1.1, '-': 1 / 1.1 };

/** Square image cropper, which Mantine lacks: move by dragging or arrow keys, zoom by slider, wheel, pinch, + or -. */
export function ImageCropper({ src, onCrop, labels }: Props) {
  const hint = useId();
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);

  function onKeyDown({ key }: KeyboardEvent) {
    setZoom(Math.min(maxZoom, Math.max(1, zoom * (keyboardZoom[key] ?? 1))));
  }

  return (
    <Stack gap="sm" w={240} maw="100%">
      <Box className={classes.square} pos="relative" w={240} h={240} bdrs="md" bg="var(--sunken)">
        <Cropper
          image={src}
          aspect={1}
          objectFit="cover"
          cropShape="round"
          showGrid={false}
          keyboardStep={5}
          maxZoom={maxZoom}
          crop={position}
          zoom={zoom}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropAreaChange={onCrop}
          classes={{ cropAreaClassName: classes.area! }}
          cropperProps={{
            role: 'group',
            'aria-label': labels.area,
            'aria-describedby': hint,
            onKeyDownCapture: onKeyDown,
          }}
          // the content security policy forbids style elements
          disableAutomaticStylesInjection
        />
      </Box>
      <Text id={hint} size="xs" c="dimmed">
        {labels.hint}
      </Text>
      <Slider thumbLabel={labels.zoom} label={null} min={1} max={maxZoom} step={0.05} value={zoom} onChange={setZoom} />
    </Stack>
  );
}

/** Round preview of the crop at the given size; empty while there is none. */
export function CropPreview({ src, crop, pixels }: { src: string; crop: CropArea | undefined; pixels: number }) {
  return (
    <span className={classes.round} style={{ width: pixels, height: pixels }} aria-hidden>
      {crop && (
        <img
          src={src}
          alt=""
          draggable={false}
          style={{
            width: `${10_000 / crop.width}%`,
            height: `${10_000 / crop.height}%`,
            transform: `translate(${-crop.x}%, ${-crop.y}%)`,
          }}
        />
      )}
    </span>
  );
}
