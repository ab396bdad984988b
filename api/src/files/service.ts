import type { SentFile } from '@storeward/contract/endpoint';
import type { files } from '@storeward/contract/files';
import { firstExtension, isVideoType, mediaTypeOf } from '@storeward/contract/media-types';
import type { Actor } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import type {
  AuthenticatedTransaction,
  ManualContext,
  ManualPublicContext,
  Service,
} from '../platform/http/pipeline/context.ts';
import { ensure, ApiError } from '../platform/errors.ts';
import { DuplicateRequest } from '../platform/http/pipeline/idempotency.ts';
import { newAddress, newVersionAddress, type Storage } from '../platform/files/storage.ts';
import { acceptedFile, acceptedImage, shownName, uploadOf } from './accepted-file.ts';
import { hotkeyImage, type RequestedKey } from './file-keys.ts';
import { addUpload, currentSeconds, isStoredUpload, type NewUpload } from './queries.ts';
import type { SignedUploadUrls, UploadGrant } from './signed-url.ts';

/** Lifetime of a signed upload URL. */
const validSeconds = 300;

/** The claims in the query of a signed URL. */
type SignedGrant = Omit<UploadGrant, 'address' | 'host'> & { readonly signature: string };

/** Throws `node.unknown` or `setting.notYours` unless the actor may edit the settings of a node. */
export type EnsureMayEditSettings = (actor: Actor, db: Db, nodeId: string) => Promise<void>;

type FileDependencies = {
  readonly storage: Storage;
  readonly signedUrls: SignedUploadUrls;
  /** Total size of the files that an organisation may store. */
  readonly quotaBytes: number;
  readonly ensureMayEditSettings: EnsureMayEditSettings;
};

/** Uploads of images, which are re-encoded, and of videos, which are checked and stored as they are. */
export function filesService({
  storage,
  signedUrls,
  quotaBytes,
  ensureMayEditSettings,
}: FileDependencies): Service<typeof files> {
  /** Records a stored file; a file whose record was rolled back is deleted. */
  const recorded = async (upload: NewUpload, add: (upload: NewUpload) => Promise<unknown>) => {
    try {
      await add(upload);
      return { Location: upload.address };
    } catch (error) {
      if (error instanceof ApiError || error instanceof DuplicateRequest) await storage.delete(upload.address);
      throw error;
    }
  };
  const addWithinQuota = async (db: Db, orgId: string, upload: NewUpload) =>
    ensure(await addUpload(db, orgId, upload, quotaBytes), 'file.noRoomLeft');

  /** The image of a hotkey that a client names, if the actor may edit the settings of its owner. */
  const allowedImage = async (
    { actor, db }: Pick<AuthenticatedTransaction, 'actor' | 'db'>,
    requested: RequestedKey,
  ) => {
    const found = hotkeyImage(requested);
    if (found) await ensureMayEditSettings(actor, db, found.owner);
    return found;
  };

  const upload = async (
    { actor, finalTransaction, transaction }: ManualContext,
    file: SentFile,
    requested?: RequestedKey,
  ) => {
    const { orgId } = actor.scope;
    const fields = requested && (await file.receive()).fields;
    const chosen = requested && (await transaction((context) => allowedImage(context, { ...fields, ...requested })));
    const accepted = chosen ? await acceptedImage(file, chosen.key) : await acceptedFile(file);
    const address = chosen ? newVersionAddress(orgId, chosen.key) : newAddress(orgId, accepted.extension);
    await storage.storeAt(address, accepted.content);
    return recorded(uploadOf(address, accepted, actor.userId), (row) =>
      finalTransaction(async ({ db }) => {
        await addWithinQuota(db, orgId, row);
        return { Location: address };
      }),
    );
  };

  const put = async (
    { origin: { host }, transaction }: ManualPublicContext,
    { address, grant, file }: { address: string; grant: SignedGrant; file: SentFile },
  ) => {
    const { signature, ...signed } = grant;
    const now = await transaction(({ db }) => currentSeconds(db));
    ensure(signedUrls.isValid({ address, host, ...signed }, signature), 'file.addressInvalid');
    ensure(file.contentType === signed.type && now < Number(signed.expires), 'file.addressInvalid');
    const [, , orgId = '', ...path] = address.split('/');
    // the response to the last part may have been lost
    if (file.asksForProgress && (await transaction(({ db }) => isStoredUpload(db, orgId, address))))
      return { Location: address };
    await file.receive({
      key: address,
      seconds: Number(signed.expires) - now,
      user: signed.by,
      organisation: orgId,
    });
    const accepted = path.length > 1 ? await acceptedImage(file, address) : await acceptedFile(file);
    ensure(address.endsWith(`.${accepted.extension}`), 'field.imageFormat');
    ensure(await storage.storeAt(address, accepted.content), 'file.addressUsed');
    return recorded({ ...uploadOf(address, accepted, signed.by), name: signed.name }, (row) =>
      transaction(({ db }) => addWithinQuota(db, orgId, row)),
    );
  };

  return {
    async sign({ actor, db, origin: { host } }, { query }) {
      const type = mediaTypeOf(query.key);
      ensure(type, 'field.imageFormat');
      const picture = await allowedImage({ actor, db }, query);
      const { orgId } = actor.scope;
      const extension = isVideoType(type) ? firstExtension(type) : 'webp';
      const address = picture ? newVersionAddress(orgId, picture.key) : newAddress(orgId, extension);
      const expires = String((await currentSeconds(db)) + validSeconds);
      return signedUrls.sign({ address, host, by: actor.userId, name: shownName(query.key), type, expires });
    },
    put: (context, { params: { folder, name }, query: grant, file }) =>
      put(context, { address: `/files/${folder}/${name}`, grant, file }),
    putUnderKey: (context, { params: { folder, version, owner, name }, query: grant, file }) =>
      put(context, {
        address: `/files/${folder}/essentials/${version}/organization/hotkeys/${owner}/${name}`,
        grant,
        file,
      }),
    upload: (context, { file }) => upload(context, file),
    uploadToStore: (context, { file, query }) => upload(context, file, query),
  };
}
