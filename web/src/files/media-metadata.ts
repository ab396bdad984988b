import type { MediaFile } from '@storeward/contract/files/media-library';
import { currentLanguage, formatNumber, type useT } from '../platform/text/i18n.ts';

type Translate = ReturnType<typeof useT>;

export const mediaName = (t: Translate, { name }: Pick<MediaFile, 'name'>): string => name || t('files.library.noName');

/** A size in the largest unit of which there is at least one. */
export function sizeText(bytes: number): string {
  const [unit, value]: readonly [string, number] =
    bytes >= 1024 * 1024
      ? ['megabyte', bytes / 1024 / 1024]
      : bytes >= 1024
        ? ['kilobyte', bytes / 1024]
        : ['byte', bytes];
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(currentLanguage(), options).format(value);
}

/** Width and height, and the length of a video. */
export function shapeText(t: Translate, { width, height, duration }: MediaFile): string {
  const seconds = duration === null ? undefined : formatNumber(Math.round(duration / 100) / 10);
  return [
    width !== null && height !== null && `${formatNumber(width)} × ${formatNumber(height)}`,
    seconds !== undefined && t('files.media.seconds', { seconds }),
  ]
    .filter(Boolean)
    .join(' · ');
}
