import type { VideoType } from '@storeward/contract/media-types';
import { ApiError, ensure } from '../errors.ts';
import { readIsoVideo } from './iso-video.ts';
import { readMatroska } from './matroska.ts';
import type { RandomAccess, VideoMetadata } from './video-metadata.ts';

/** Limits against files whose headers claim more than they can contain. */
const [maxSide, maxDuration] = [8192, 24 * 60 * 60 * 1000];

/**
 * Checks the structure of a video without decoding it. Only headers are read: every part must lie within the file and belong to the
 * format, up to the last byte, so that nothing is missing, and nothing is appended. Throws `field.imageFormat`.
 */
export async function inspectVideo(type: VideoType, file: RandomAccess): Promise<VideoMetadata> {
  try {
    const metadata = await (type === 'video/x-matroska' ? readMatroska(file) : readIsoVideo(file));
    const { width, height, duration } = metadata;
    ensure(width >= 1 && width <= maxSide && height >= 1 && height <= maxSide, 'field.imageFormat');
    ensure(duration === null || (duration > 0 && duration <= maxDuration), 'field.imageFormat');
    return metadata;
  } catch (error) {
    // a read beyond the end of a header
    throw error instanceof RangeError ? new ApiError('field.imageFormat', { cause: error }) : error;
  }
}
