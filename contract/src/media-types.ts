/** Exclusive upper limit of an image's size in bytes (6 MiB). */
export const imageSizeLimit = 6 * 1024 * 1024;

/** The largest size of a video in bytes (50 MiB). */
export const videoSizeLimit = 50 * 1024 * 1024;

/** Accepted images with their file extensions. */
export const imageExtensions = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/bmp': ['bmp'],
} as const;

/** Accepted videos with their file extensions. */
export const videoExtensions = {
  'video/mp4': ['mp4'],
  'video/quicktime': ['mov'],
  'video/x-matroska': ['mkv'],
} as const;

export type ImageType = keyof typeof imageExtensions;
export type VideoType = keyof typeof videoExtensions;
export type MediaType = ImageType | VideoType;

export const imageTypes = Object.keys(imageExtensions) as ImageType[];
export const videoTypes = Object.keys(videoExtensions) as VideoType[];
const mediaExtensions = { ...imageExtensions, ...videoExtensions };
export const mediaTypes = [...imageTypes, ...videoTypes];

/** The extensions of all accepted files, as the `accept` attribute of an input has them. */
export const mediaExtensionList = Object.values(mediaExtensions)
  .flat()
  .map((extension) => `.${extension}`)
  .join(',');

/** The media types of stored files by their extension. Images are stored as WebP, except those with a key of their own. */
export const storedTypes = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  bmp: 'image/bmp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
} as const;
export type StoredExtension = keyof typeof storedTypes;

/** A UUID. The pattern is loose, since a text that only looks like one belongs to no stored file. */
const uuid = '[0-9a-f-]{36}';

/** The bucket of files whose key the client chooses. */
export const essentialsBucket = 'essentials';

/** The key of a hotkey's image: the node that the hotkey belongs to, the hotkey, and the kind of image. */
const hotkeyKeyPattern = `organization/hotkeys/(${uuid})/[\\w-]{1,64}\\.(${Object.values(imageExtensions).flat().join('|')})`;
export const hotkeyKey = new RegExp(`^${hotkeyKeyPattern}$`);

/**
 * The address of a stored file: the folder of its organisation and a name that cannot be guessed; or a key with such a
 * name as its version.
 */
export const storedAddress = new RegExp(
  `^/files/${uuid}/([\\w-]{24}\\.(webp|${Object.values(videoExtensions).flat().join('|')})|${essentialsBucket}/[\\w-]{24}/${hotkeyKeyPattern})$`,
);

/** The extension of a file name or address in lower case, empty if there is none. */
export const extensionOf = (name: string): string => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The media type by a file name's extension, undefined if it is not accepted. */
export function mediaTypeOf(name: string): MediaType | undefined {
  const extension = extensionOf(name);
  return mediaTypes.find((type) => (mediaExtensions[type] as readonly string[]).includes(extension));
}

export const isVideoType = (type: string | undefined): type is VideoType =>
  (videoTypes as readonly (string | undefined)[]).includes(type);

/** Whether the address of a stored file is that of a video. */
export const isVideoAddress = (address: string): boolean => isVideoType(mediaTypeOf(address));

/** The first extension of an accepted type. */
export const firstExtension = <T extends MediaType>(type: T): (typeof mediaExtensions)[T][0] =>
  mediaExtensions[type][0];

/** How many bytes at the start of a file identify its type. */
export const signatureLength = 64;

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

/** Major brands of MP4 files with moving images; brands of still images and of audio are not among them. */
const mp4Brands = /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V[ HP]|MSNV|dash|msdh|cmfc|f4v )$/;

/** The type of a file by its first bytes; its name and the type that a client declares are ignored. */
export function mediaTypeOfContent(head: Uint8Array): MediaType | undefined {
  if (startsWith(head, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (startsWith(head, 0x42, 0x4d)) return 'image/bmp';
  if (startsWith(head, 0x1a, 0x45, 0xdf, 0xa3))
    return ascii(head, 0, signatureLength).includes('\x42\x82\x88matroska') ? 'video/x-matroska' : undefined;
  const box = ascii(head, 4, 8);
  if (box === 'ftyp') {
    const brand = ascii(head, 8, 12);
    if (brand === 'qt  ') return 'video/quicktime';
    return mp4Brands.test(brand) ? 'video/mp4' : undefined;
  }
  // files written by QuickTime before version 7 have no `ftyp` box
  return ['moov', 'mdat', 'wide'].includes(box) ? 'video/quicktime' : undefined;
}

/** The limit of a file: its size must be below `limitBytes`. */
export type MediaLimit = {
  readonly limitBytes: number;
  readonly tooLarge: 'field.videoTooLarge' | 'field.imageTooLarge';
};

/** The limit of a file of a media type; any type that is no video counts as an image. */
export const mediaLimitOf = (type: string | undefined): MediaLimit =>
  isVideoType(type)
    ? { limitBytes: videoSizeLimit + 1, tooLarge: 'field.videoTooLarge' }
    : { limitBytes: imageSizeLimit, tooLarge: 'field.imageTooLarge' };

/** What a field requires of its images: the ratio of width to height, and the least width in pixels. */
export type ImageRule = { readonly ratio: number; readonly minWidth: number };

/** Images in portrait format, as badges, logos and tills show them. */
export const portraitRatio = 3 / 4;
export const portraitImage: ImageRule = { ratio: portraitRatio, minWidth: 600 };

/** The largest difference between the ratio of an image and the required one. */
const ratioTolerance = 0.01;

/** Why an image does not fit the rule of its field. */
export type ImageError = 'field.imageTooNarrow' | 'field.imageRatio';

/** The error of an image of this size, if any. */
export function imageError(
  { width, height }: { readonly width: number; readonly height: number },
  { ratio, minWidth }: ImageRule,
): ImageError | undefined {
  if (width < minWidth) return 'field.imageTooNarrow';
  const expected = height * ratio;
  return Math.abs(width - expected) <= expected * ratioTolerance ? undefined : 'field.imageRatio';
}
