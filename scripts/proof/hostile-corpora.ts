import { otherFormats, pagesAsImages, pixelFloods, polyglots } from '../../api/test/hostile-formats.ts';
import { hostileFiles } from '../../api/test/hostile-images.ts';
import { hostileVideos } from '../../api/test/hostile-videos.ts';
import { plainImage } from '../../api/test/image-files.ts';
import { isoVideo, matroskaVideo } from '../../api/test/video-files.ts';
import { type Client, signedIn, withProduct } from './product.ts';
import { type Figure, kestrel, type ProofOptions } from './setup.ts';

/** One input with the answer that it must get: the error codes that are right, or undefined if it is valid. */
type Case = {
  readonly title: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly expectedErrors: readonly string[] | undefined;
};

const imageErrors = ['field.imageFormat', 'field.imagePixels', 'field.imageTooLarge'];

async function pictures(): Promise<Case[]> {
  const named = { ...pagesAsImages, ...otherFormats, ...(await polyglots()), ...(await pixelFloods()) };
  const files = [...(await hostileFiles()), ...Object.entries(named).map(([title, bytes]) => ({ title, bytes }))];
  const image = plainImage(20, 20);
  return [
    ...files.map((file) => ({ ...file, type: 'image/png', expectedErrors: imageErrors })),
    { title: 'a valid PNG', type: 'image/png', bytes: await image.clone().png().toBuffer(), expectedErrors: undefined },
    {
      title: 'a valid JPEG',
      type: 'image/jpeg',
      bytes: await image.clone().jpeg().toBuffer(),
      expectedErrors: undefined,
    },
  ];
}

async function videos(): Promise<Case[]> {
  return [
    ...(await hostileVideos()).map((file) => ({ ...file, type: 'video/mp4', expectedErrors: ['field.imageFormat'] })),
    { title: 'a valid MP4', type: 'video/mp4', bytes: isoVideo(), expectedErrors: undefined },
    { title: 'a valid MKV', type: 'video/x-matroska', bytes: matroskaVideo(), expectedErrors: undefined },
  ];
}

/** Sends generated hostile inputs, with valid ones among them, and compares each response with the right one. */
export function hostileCorpora({ log }: ProofOptions): Promise<Figure[]> {
  return withProduct(
    async ({ client }) => {
      const token = await signedIn(client, kestrel.host, kestrel.admin);
      const figures: Figure[] = [];
      for (const [kind, cases] of Object.entries({ pictures: await pictures(), videos: await videos() })) {
        const unexpected: string[] = [];
        for (const file of cases) unexpected.push(...(await deviation(client, token, file)));
        for (const line of unexpected) log(`${kind}: ${line}`);
        figures.push({
          label: `hostile and valid ${kind} sent: as expected`,
          measured: `${cases.length - unexpected.length} of ${cases.length}`,
          expected: `${cases.length} of ${cases.length}`,
          passed: unexpected.length === 0,
        });
      }
      return figures;
    },
    // without the limit of refused files, each of them is checked
    { REFUSED_UPLOADS_PER_MINUTE: '1000000' },
  );
}

/** What is wrong with the response to a file, or nothing. */
async function deviation(client: Client, token: Record<string, string>, file: Case): Promise<string[]> {
  const { title, type, bytes, expectedErrors } = file;
  const headers = { ...token, 'content-type': type };
  const { status, text } = await client.send({ path: '/common/uploadfile', method: 'POST', headers, body: bytes });
  const { messageCode } = JSON.parse(text) as { messageCode?: string };
  const isExpected = expectedErrors ? status === 400 && expectedErrors.includes(messageCode ?? '') : status === 200;
  return isExpected ? [] : [`${title}: ${status} ${messageCode ?? ''}`];
}
