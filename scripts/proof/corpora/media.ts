import { hostilePictures } from '../../../api/test/hostile-images.ts';
import { hostileVideos } from '../../../api/test/hostile-videos.ts';
import { bmpImage, plainImage } from '../../../api/test/image-files.ts';
import { isoVideo, matroskaVideo } from '../../../api/test/video-files.ts';
import type { Outcome, Target } from './corpus.ts';

/** A file with the error that refuses it; null if it is valid. */
type MediaFile = { readonly title: string; readonly bytes: Uint8Array; readonly error: string | null };

/** Pictures as uploads: each refused by the one error that names what is wrong, and valid ones taken. */
export async function* pictures(target: Target): AsyncGenerator<Outcome> {
  const image = plainImage(20, 20);
  const valid: [type: string, bytes: Uint8Array][] = [
    ['image/png', await image.clone().png().toBuffer()],
    ['image/jpeg', await image.clone().jpeg().toBuffer()],
    ['image/bmp', bmpImage(24, 20)],
  ];
  for (const file of Object.values(await hostilePictures()).flat()) yield outcome(target, file, 'image/png');
  for (const [type, bytes] of valid) yield outcome(target, { title: `a valid ${type}`, bytes, error: null }, type);
}

/** Videos as uploads. */
export async function* videos(target: Target): AsyncGenerator<Outcome> {
  const valid: [type: string, bytes: Uint8Array][] = [
    ['video/mp4', isoVideo()],
    ['video/quicktime', isoVideo({ brand: 'qt  ' })],
    ['video/x-matroska', matroskaVideo()],
  ];
  for (const file of await hostileVideos()) yield outcome(target, file, 'video/mp4');
  for (const [type, bytes] of valid) yield outcome(target, { title: `a valid ${type}`, bytes, error: null }, type);
}

async function outcome({ client, token }: Target, file: MediaFile, type: string): Promise<Outcome> {
  const headers = { ...token, 'content-type': type };
  const { status, text } = await client.send({ path: '/common/uploadfile', method: 'POST', headers, body: file.bytes });
  const { messageCode } = JSON.parse(text) as { messageCode?: string };
  const measured = status === 200 ? [200] : [status, messageCode];
  return { title: file.title, measured, expected: file.error === null ? [200] : [400, file.error] };
}
