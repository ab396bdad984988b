import { isVideoAddress, portraitImage } from '../../media-types.ts';
import { listOf } from '../lists/list-field.ts';
import { defineSection, type EffectiveValues } from '../engine/section.ts';

/** The longest time that an image is shown, in seconds. */
export const maxImageSeconds = 600;

/** Whether a list of media contains an image. */
const hasImage = (media: unknown): boolean =>
  Array.isArray(media) &&
  media.some(({ media: entry }: { media?: { file?: string } | null }) => entry?.file && !isVideoAddress(entry.file));

/** What the tills of a node show while they are idle: images, each for a time, and videos, in order. */
export const engage = defineSection({
  name: 'engage',
  area: 'module',
  group: 'ebasket',
  fields: {
    isShown: { kind: 'switch', defaultValue: true },
    duration: {
      kind: 'number',
      required: true,
      min: 1,
      max: maxImageSeconds,
      step: 1,
      errorCodes: { 'field.required': 'field.durationMissing' },
      defaultValue: null,
      when: { isShown: [true] },
      hint: true,
      sample: '15',
    },
    media: {
      ...listOf({
        columns: {
          media: {
            kind: 'media',
            required: true,
            errorCodes: { 'field.required': 'field.mediaMissing' },
            imageRule: portraitImage,
            defaultValue: null,
          },
        },
        inheritance: 'whole',
        required: true,
        maxRows: 50,
        hint: true,
      }),
      errorCodes: { 'field.required': 'field.mediaMissing' },
      defaultValue: null,
      when: { isShown: [true] },
    },
  },
  checks: {
    'field.imageMissing': ({ isShown, media }: EffectiveValues) =>
      (isShown ?? true) && !hasImage(media) ? ['media'] : [],
  },
});
