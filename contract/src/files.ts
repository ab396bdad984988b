/** The size that a picture has to stay below: six megabytes. */
export const pictureBelow = 6 * 1024 * 1024;

/** The kinds of picture that are taken. */
export const pictureKinds = ['image/jpeg', 'image/png', 'image/bmp', 'image/webp'] as const;
