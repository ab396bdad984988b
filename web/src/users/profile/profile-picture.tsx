import { Button, FileButton, Group, Text } from '@mantine/core';
import type { User } from '@storeward/contract/users';
import { useEffect, useRef, useState } from 'react';
import { errorMessage, useT } from '../../platform/text/i18n.ts';
import { acceptedImageTypes, type ImageFileError } from '../../platform/image-file.ts';
import { restoreSession } from '../../platform/session/session.ts';
import { Avatar } from '../../ui/image/avatar.tsx';
import { FieldError } from '../../ui/form/field-error.tsx';
import { FormSection, FullWidth } from '../../ui/form/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNotify } from '../../ui/page/notify.tsx';
import type { CropArea } from '../../ui/image/image-cropper.tsx';
import { ImageCropDialog } from './image-crop-dialog.tsx';
import { cropToBlob, loadImage, type LoadedImage } from './image-file.ts';
import { useRemovePicture, useSetPicture } from '../queries.ts';
import { fullName } from '../user-names.ts';

/** The user's profile picture: choose a file, crop it, upload it, or remove the current one. */
export function ProfilePicture({ user }: { user: User }) {
  const t = useT();
  const notify = useNotify();
  const setPicture = useSetPicture(user.id);
  const removePicture = useRemovePicture(user.id);
  const [openedImage, setOpenedImage] = useState<LoadedImage>();
  const [imageError, setImageError] = useState<ImageFileError>();
  const reset = useRef<() => void>(null);

  // Revoke the object URL to free its memory.
  useEffect(() => {
    const src = openedImage?.src;
    return src === undefined ? undefined : () => URL.revokeObjectURL(src);
  }, [openedImage]);

  async function selectFile(file: File | null) {
    reset.current?.(); // allows choosing the same file again
    if (!file) return;
    const result = await loadImage(file);
    const isError = typeof result === 'string';
    setImageError(isError ? result : undefined);
    setOpenedImage(isError ? undefined : result);
  }

  async function upload(result: LoadedImage, crop: CropArea) {
    try {
      await setPicture.mutateAsync(await cropToBlob(result, crop));
      notify.success(t('profile.picture.saved'));
      await restoreSession();
    } catch {
      notify.error(t('profile.picture.failed'));
    }
    setOpenedImage(undefined);
  }

  async function remove() {
    try {
      await removePicture.mutateAsync();
    } catch {
      return; // reported by the mutation's default error handler
    }
    setImageError(undefined);
    notify.success(t('profile.picture.removed'));
    await restoreSession();
  }

  return (
    <FormSection title={t('profile.section.picture')} text={t('profile.section.pictureText')}>
      <FullWidth>
        <Group wrap="nowrap">
          <Avatar id={user.id} name={fullName(user)} src={user.profilePicture} size={96} />
          <div>
            <FileButton accept={acceptedImageTypes} resetRef={reset} onChange={(file) => void selectFile(file)}>
              {(button) => (
                <Button
                  {...button}
                  variant="default"
                  leftSection={<Icon name="upload" size={16} />}
                  aria-describedby="picture-hint"
                >
                  {t('profile.picture.choose')}
                </Button>
              )}
            </FileButton>
            {user.profilePicture && (
              <Button variant="subtle" color="gray" loading={removePicture.isPending} onClick={() => void remove()}>
                {t('profile.picture.remove')}
              </Button>
            )}
            {imageError && (
              <Text size="xs" mt={6} role="alert">
                <FieldError>{errorMessage(imageError)}</FieldError>
              </Text>
            )}
            <Text id="picture-hint" size="xs" c="dimmed" mt={6}>
              {t('profile.picture.formats')}
            </Text>
          </div>
        </Group>
      </FullWidth>
      {openedImage && (
        <ImageCropDialog
          image={openedImage}
          busy={setPicture.isPending}
          onCancel={() => setOpenedImage(undefined)}
          onConfirm={(crop) => void upload(openedImage, crop)}
        />
      )}
    </FormSection>
  );
}
