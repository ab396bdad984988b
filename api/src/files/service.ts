import { type files, pictureKindOf } from '@storeward/contract/files';
import type { Service } from '../platform/context.ts';
import { demand, Refusal } from '../platform/errors.ts';
import { boundedPicture } from '../platform/images.ts';
import { newAddress, type Storage } from '../platform/storage.ts';
import { keepUpload, secondsNow } from './queries.ts';
import type { SignedAddresses } from './signed-address.ts';

/** For how long a picture may be sent to a signed address, in seconds. */
const goodFor = 300;

type Parts = {
  readonly storage: Storage;
  readonly signed: SignedAddresses;
  /** How many bytes of pictures an organisation may keep. */
  readonly room: number;
};

/** Pictures on their way in: whichever way they come, they are checked, drawn anew, and kept under a name of our making. */
export function filesService({ storage, signed, room }: Parts): Service<typeof files> {
  const upload: Service<typeof files>['upload'] = async ({ actor, lastTransaction }, { file }) => {
    const { orgId } = actor.scope;
    const picture = await boundedPicture(await file());
    const Location = await storage.keep(orgId, picture);
    return lastTransaction(async ({ db }) => {
      const upload = { address: Location, bytes: picture.length, most: room };
      demand(await keepUpload(db, orgId, upload), 'file.noRoomLeft');
      return { Location };
    }).catch(async (error: unknown) => {
      if (error instanceof Refusal) await storage.drop(Location);
      throw error;
    });
  };
  return {
    async sign({ actor, db, origin: { host } }, { query }) {
      const type = pictureKindOf(query.key);
      demand(type, 'field.imageFormat');
      const expires = String((await secondsNow(db)) + goodFor);
      return signed.sign({ address: newAddress(actor.scope.orgId), host, type, expires });
    },

    async put({ origin: { host }, transaction }, { params, query, file }) {
      const { expires, type, signature } = query;
      const address = `/files/${params.folder}/${params.name}`;
      const now = await transaction(({ db }) => secondsNow(db));
      demand(signed.isSound({ address, host, type, expires }, signature), 'file.addressInvalid');
      demand(file.contentType === type && now < Number(expires), 'file.addressInvalid');
      const picture = await boundedPicture(await file());
      demand(await storage.keepAt(address, picture), 'file.addressUsed');
      const upload = { address, bytes: picture.length, most: room };
      const kept = await transaction(({ db }) => keepUpload(db, params.folder, upload));
      if (!kept) await storage.drop(address);
      demand(kept, 'file.noRoomLeft');
      return { Location: address };
    },

    upload,
    uploadToStore: upload,
  };
}
