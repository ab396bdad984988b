import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, createClient, createNode, createOrganisation, createUser, type TestNode } from './builders.ts';
import { plainImage } from './image-files.ts';
import { errorsOf } from './lists.ts';
import { startTestServer } from './server.ts';
import { isoVideo } from './video-files.ts';

const server = await startTestServer();
let admin: ApiClient;
let company: TestNode;

beforeAll(async () => {
  const org = await createOrganisation(server);
  company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  admin = await createClient(server, await createUser(server, { node: org }));
});

const upload = async (bytes: Buffer) =>
  (await admin.post('/common/uploadfile', bytes, { 'content-type': 'application/octet-stream' })).body.result
    .Location as string;
const picture = async (width: number, height: number) => upload(await plainImage(width, height).png().toBuffer());
const save = (values: Readonly<Record<string, unknown>>, node = company) =>
  admin.put(`/node-management/node/${node.id}/settings/engage`, {
    fields: Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { value }])),
  });
const list = (...files: string[]) => files.map((file) => ({ media: { file, alt: '' } }));
const messagesOf = ({ body }: Awaited<ReturnType<typeof save>>) =>
  (body.errors as { message: string }[]).map(({ message }) => message);

describe('the media of Engage', () => {
  test('need a duration, media and at least one picture', async () => {
    const nothing = await save({ isShown: true });
    expect([nothing.status, errorsOf(nothing), messagesOf(nothing)]).toEqual([
      400,
      [
        ['fields.duration', 'field.durationMissing'],
        ['fields.media', 'field.mediaMissing'],
        ['fields.media', 'field.imageMissing'],
      ],
      ['Please enter duration', 'Please choose Media', 'Please Select atleast one Image'],
    ]);
    const videoAlone = await save({ duration: 10, media: list(await upload(isoVideo())) });
    expect(errorsOf(videoAlone)).toEqual([['fields.media', 'field.imageMissing']]);
  });

  test('keep their order, are inherited, and are kept as files', async () => {
    const files = [await upload(isoVideo()), await picture(600, 800), await picture(900, 1200)];
    expect((await save({ duration: 600, media: list(...files) })).status).toBe(200);
    const store = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
    const { body } = await admin.get(`/node-management/node/${store.id}/configuration`);
    expect(body.result.engage).toEqual({ isShown: true, duration: 600, media: list(...files) });
    const uses = await server.query('select from file_uses where address = any($1)', [files]);
    expect(uses).toHaveLength(3);
  });

  test.each([
    [599, 799, 'field.imageTooNarrow', 'Please upload image with width larger than 600px'],
    [600, 600, 'field.imageRatio', 'Image ratio 3:4 allowed'],
    [800, 600, 'field.imageRatio', 'Image ratio 3:4 allowed'],
    [600, 809, 'field.imageRatio', 'Image ratio 3:4 allowed'],
  ])('refuse a picture of %i by %i pixels with %s', async (width, height, code, message) => {
    const refused = await save({ duration: 10, media: list(await picture(width, height)) });
    expect([refused.status, errorsOf(refused), messagesOf(refused)]).toEqual([
      400,
      [['fields.media.0.media', code]],
      [message],
    ]);
  });

  test.each([
    [600, 800],
    [600, 806],
    [606, 800],
  ])('accept a picture of %i by %i pixels, whose ratio is within one per cent', async (width, height) => {
    expect((await save({ duration: 10, media: list(await picture(width, height)) })).status).toBe(200);
  });

  test('refuse files that are not stored, also those of another organisation', async () => {
    const other = await createClient(server, await createUser(server, { node: await createOrganisation(server) }));
    const foreign = (await other.post('/common/uploadfile', isoVideo(), { 'content-type': 'video/mp4' })).body.result
      .Location as string;
    const file = await picture(600, 800);
    const refused = await save({ duration: 10, media: list(file, foreign, file.replace(/.{5}\.webp$/, 'aaaaa.webp')) });
    expect(errorsOf(refused)).toEqual([
      ['fields.media.1.media', 'field.fileUnknown'],
      ['fields.media.2.media', 'field.fileUnknown'],
    ]);
  });

  test.each([0, 601, 1.5, '10'])('refuse a duration of %s', async (duration) => {
    const refused = await save({ duration, media: list(await picture(600, 800)) });
    expect([refused.status, errorsOf(refused)[0]?.[0]]).toEqual([400, 'fields.duration']);
  });

  test('may be incomplete while they are not shown', async () => {
    expect((await save({ isShown: false })).status).toBe(200);
  });
});
