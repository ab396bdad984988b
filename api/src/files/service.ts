import type { ReceivedFile, SentFile } from '@storeward/contract/endpoint';
import type { files } from '@storeward/contract/files';
import {
  firstExtension,
  isVideoType,
  mediaTypeOf,
  mediaTypeOfContent,
  signatureLength,
  type StoredExtension,
} from '@storeward/contract/media-types';
import type { Service } from '../platform/http/context.ts';
import { ensure, ApiError } from '../platform/errors.ts';
import { boundedImage } from '../platform/files/images.ts';
import { type Content, newAddress, sizeOf, type Storage, typeOfAddress } from '../platform/files/storage.ts';
import { inspectVideo } from '../platform/files/videos.ts';
import { addUpload, currentSeconds, type NewUpload } from './queries.ts';
import type { SignedUploadUrls } from './signed-upload-url.ts';

/** Lifetime of a signed upload URL. */
const validSeconds = 300;

type FileDependencies = {
  readonly storage: Storage;
  readonly signedUrls: SignedUploadUrls;
  /** Total size of the files that an organisation may store. */
  readonly quotaBytes: number;
};

/** Uploads of images, which are re-encoded, and of videos, which are checked and stored as they are; both under generated names. */
export function filesService({ storage, signedUrls, quotaBytes }: FileDependencies): Service<typeof files> {
  const upload: Service<typeof files>['upload'] = async ({ actor, finalTransaction }, { file }) => {
    const { orgId } = actor.scope;
    const { content, extension, ...facts } = await acceptedFile(file);
    const Location = await storage.store(orgId, content, extension);
    return finalTransaction(async ({ db }) => {
      const isAdded = await addUpload(db, orgId, uploadOf(Location, content, facts), quotaBytes);
      ensure(isAdded, 'file.noRoomLeft');
      return { Location };
    }).catch(async (error: unknown) => {
      if (error instanceof ApiError) await storage.delete(Location);
      throw error;
    });
  };
  return {
    async sign({ actor, db, origin: { host } }, { query }) {
      const type = mediaTypeOf(query.key);
      ensure(type, 'field.imageFormat');
      const expires = String((await currentSeconds(db)) + validSeconds);
      const extension = isVideoType(type) ? firstExtension(type) : 'webp';
      const address = newAddress(actor.scope.orgId, extension);
      return signedUrls.sign({ address, host, name: shownName(query.key), type, expires });
    },

    async put({ origin: { host }, transaction }, { params, query, file }) {
      const { expires, name, type, signature } = query;
      const address = `/files/${params.folder}/${params.name}`;
      const now = await transaction(({ db }) => currentSeconds(db));
      ensure(signedUrls.isValid({ address, host, name, type, expires }, signature), 'file.addressInvalid');
      ensure(file.contentType === type && now < Number(expires), 'file.addressInvalid');
      const { content, extension, ...facts } = await acceptedFile(file);
      ensure(address.endsWith(`.${extension}`), 'field.imageFormat');
      ensure(await storage.storeAt(address, content), 'file.addressUsed');
      const upload = { ...uploadOf(address, content, facts), name };
      const isAdded = await transaction(({ db }) => addUpload(db, params.folder, upload, quotaBytes));
      if (!isAdded) await storage.delete(address);
      ensure(isAdded, 'file.noRoomLeft');
      return { Location: address };
    },

    upload,
    uploadToStore: upload,
  };
}

type Facts = Pick<NewUpload, 'name' | 'width' | 'height' | 'duration'>;

const uploadOf = (address: string, content: Content, facts: Facts): NewUpload => ({
  ...facts,
  address,
  bytes: sizeOf(content),
  type: typeOfAddress(address),
});

/** Checks a file by its content. Throws `field.imageFormat`. */
async function acceptedFile(file: SentFile): Promise<Facts & { content: Content; extension: StoredExtension }> {
  const received: ReceivedFile = await file.receive();
  const name = shownName(received.name);
  const type = mediaTypeOfContent(await received.read(0, signatureLength));
  if (isVideoType(type)) {
    const facts = await inspectVideo(type, received);
    return { ...facts, name, content: received, extension: firstExtension(type) };
  }
  const { bytes, width, height } = await boundedImage(await file());
  return { name, width, height, duration: null, content: bytes, extension: 'webp' };
}

/** The last part of a path without control characters, as the media library shows it. */
const shownName = (path: string): string =>
  (path.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{C}/gu, '').trim().slice(0, 128);
