import { permits } from '@storeward/contract/access';
import type { ErrorCode } from '@storeward/contract/errors';
import type { Actor } from '../platform/actor.ts';

type HasAuthor = { readonly createdBy: string | null };

/** Files belong to the whole organisation: users at its root may delete any file, others only their own uploads. */
export const deletionError = ({ scope, userId }: Actor, { createdBy }: HasAuthor): ErrorCode | undefined =>
  scope.whole || createdBy === userId ? undefined : 'file.notYours';

/** Whether the reader may delete a file that is not in use. */
export const mayDelete = (actor: Actor, file: HasAuthor): boolean =>
  permits(actor.permissions, ['EDIT_SETTING']) && deletionError(actor, file) === undefined;
