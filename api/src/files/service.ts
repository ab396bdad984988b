import { type files, imageTypeOf } from '@storeward/contract/files';
import type { Service } from '../platform/http/context.ts';
import { ensure, ApiError } from '../platform/errors.ts';
import { boundedImage } from '../platform/files/images.ts';
import { newAddress, type Storage } from '../platform/files/storage.ts';
import { recordUpload, currentSeconds } from './queries.ts';
import type { SignedUploadUrls } from './signed-upload-url.ts';

/** Lifetime of a signed upload URL. */
const validSeconds = 300;

type FileDependencies = {
  readonly storage: Storage;
  readonly signedUrls: SignedUploadUrls;
  /** Total size of the images that an organisation may store. */
  readonly quotaBytes: number;
};

/** Image uploads; every image is validated, re-encoded and stored under a generated name. */
export function filesService({ storage, signedUrls, quotaBytes }: FileDependencies): Service<typeof files> {
  const upload: Service<typeof files>['upload'] = async ({ actor, finalTransaction }, { file }) => {
    const { orgId } = actor.scope;
    const image = await boundedImage(await file());
    const Location = await storage.store(orgId, image);
    return finalTransaction(async ({ db }) => {
      const upload = { address: Location, bytes: image.length, quotaBytes };
      ensure(await recordUpload(db, orgId, upload), 'file.noRoomLeft');
      return { Location };
    }).catch(async (error: unknown) => {
      if (error instanceof ApiError) await storage.delete(Location);
      throw error;
    });
  };
  return {
    async sign({ actor, db, origin: { host } }, { query }) {
      const type = imageTypeOf(query.key);
      ensure(type, 'field.imageFormat');
      const expires = String((await currentSeconds(db)) + validSeconds);
      return signedUrls.sign({ address: newAddress(actor.scope.orgId), host, type, expires });
    },

    async put({ origin: { host }, transaction }, { params, query, file }) {
      const { expires, type, signature } = query;
      const address = `/files/${params.folder}/${params.name}`;
      const now = await transaction(({ db }) => currentSeconds(db));
      ensure(signedUrls.isValid({ address, host, type, expires }, signature), 'file.addressInvalid');
      ensure(file.contentType === type && now < Number(expires), 'file.addressInvalid');
      const image = await boundedImage(await file());
      ensure(await storage.storeAt(address, image), 'file.addressUsed');
      const upload = { address, bytes: image.length, quotaBytes };
      const recorded = await transaction(({ db }) => recordUpload(db, params.folder, upload));
      if (!recorded) await storage.delete(address);
      ensure(recorded, 'file.noRoomLeft');
      return { Location: address };
    },

    upload,
    uploadToStore: upload,
  };
}
