import { files } from '@storeward/contract/files';
import { mediaLibrary } from '@storeward/contract/files/media-library';
import type { Application } from '../platform/application.ts';
import { mediaLibraryService } from './library.ts';
import { deleteOrphanedUploads } from './orphan-cleanup.ts';
import { type EnsureMayEditSettings, filesService } from './service.ts';
import { signedUploadUrls } from './signed-url.ts';

export const fileEndpoints = { files, mediaLibrary };

export function registerFiles(app: Application, ensureMayEditSettings: EnsureMayEditSettings): void {
  const { database, environment, security, storage, warn } = app;
  app.addCleanup(() =>
    deleteOrphanedUploads(database, storage, (error) =>
      warn({ err: error }, 'an orphaned upload could not be deleted'),
    ),
  );
  app.register(fileEndpoints, {
    files: filesService({
      storage,
      signedUrls: signedUploadUrls(security.secretKey, security.previousKey),
      ensureMayEditSettings,
      quotaBytes: environment.uploadRoomMb * 1024 * 1024,
    }),
    mediaLibrary: mediaLibraryService(storage),
  });
}
