import { Button, FileButton } from '@mantine/core';
import type { User } from '@storeward/contract/users';
import { useEffect, useRef, useState } from 'react';
import { sayError, useT } from '../platform/i18n.ts';
import { offeredPictures, type PictureFault } from '../platform/picture-file.ts';
import { restore } from '../platform/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { FieldError } from '../ui/field-error.tsx';
import { FormSection, Wide } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/notify.tsx';
import type { Cut } from '../ui/picture-cut.ts';
import { PictureDialog } from './picture-dialog.tsx';
import { cutOut, openPicture, type OpenedPicture } from './picture-square.ts';
import classes from './profile-form.module.css';
import { useRemovePicture, useSetPicture } from './queries.ts';
import { fullName } from './user-names.ts';

/** The reader's picture, and the way to another one: choose a file, choose a square of it, done. */
export function ProfilePicture({ user }: { user: User }) {
  const t = useT();
  const notify = useNotify();
  const setPicture = useSetPicture(user.id);
  const removePicture = useRemovePicture(user.id);
  const [opened, setOpened] = useState<OpenedPicture>();
  const [fault, setFault] = useState<PictureFault>();
  const reset = useRef<() => void>(null);

  // A picture that is no longer looked at is let go of, so that the browser can forget it.
  useEffect(() => {
    const src = opened?.src;
    return src === undefined ? undefined : () => URL.revokeObjectURL(src);
  }, [opened]);

  async function choose(file: File | null) {
    reset.current?.(); // the same file may be chosen again
    if (!file) return;
    const picture = await openPicture(file);
    const isFault = typeof picture === 'string';
    setFault(isFault ? picture : undefined);
    setOpened(isFault ? undefined : picture);
  }

  async function take(picture: OpenedPicture, cut: Cut) {
    try {
      await setPicture.mutateAsync(await cutOut(picture, cut));
      notify.success(t('profile.picture.saved'));
      await restore();
    } catch {
      notify.error(t('profile.picture.failed'));
    }
    setOpened(undefined);
  }

  async function remove() {
    try {
      await removePicture.mutateAsync();
    } catch {
      return; // told by whoever tells of every call that failed
    }
    setFault(undefined);
    notify.success(t('profile.picture.removed'));
    await restore();
  }

  return (
    <FormSection title={t('profile.section.picture')} text={t('profile.section.pictureText')}>
      <Wide>
        <div className={classes.picture}>
          <Avatar id={user.id} name={fullName(user)} src={user.profilePicture} size={96} />
          <div>
            <FileButton accept={offeredPictures} resetRef={reset} onChange={(file) => void choose(file)}>
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
            {fault && (
              <p className={classes.fault} role="alert">
                <FieldError>{sayError(fault)}</FieldError>
              </p>
            )}
            <p id="picture-hint" className={classes.hint}>
              {t('profile.picture.kinds')}
            </p>
          </div>
        </div>
      </Wide>
      {opened && (
        <PictureDialog
          picture={opened}
          busy={setPicture.isPending}
          onCancel={() => setOpened(undefined)}
          onTake={(cut) => void take(opened, cut)}
        />
      )}
    </FormSection>
  );
}
