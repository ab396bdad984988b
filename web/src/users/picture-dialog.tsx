import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { PictureCrop, PictureRound } from '../ui/picture-crop.tsx';
import { type Cut, middle } from '../ui/picture-cut.ts';
import classes from './profile-form.module.css';
import type { OpenedPicture } from './picture-square.ts';

type Props = {
  picture: OpenedPicture;
  busy: boolean;
  onCancel: () => void;
  onTake: (cut: Cut) => void;
};

/** Asks which square of a picture is to be shown, and shows how it will look. */
export function PictureDialog({ picture: { src, size }, busy, onCancel, onTake }: Props) {
  const t = useT();
  const [cut, setCut] = useState(middle);
  return (
    <Modal
      opened
      onClose={onCancel}
      title={t('profile.picture.cut')}
      closeButtonProps={{ 'aria-label': t('ui.action.close') }}
    >
      <div className={classes.cut}>
        <PictureCrop
          src={src}
          size={size}
          cut={cut}
          onCut={setCut}
          words={{
            part: t('profile.picture.part'),
            hint: t('profile.picture.partHint'),
            zoom: t('profile.picture.zoom'),
          }}
        />
        <div className={classes.preview}>
          <p className={classes.previewTitle}>{t('profile.picture.preview')}</p>
          <PictureRound src={src} size={size} cut={cut} pixels={96} />
          <PictureRound src={src} size={size} cut={cut} pixels={40} />
          <PictureRound src={src} size={size} cut={cut} pixels={28} />
        </div>
      </div>
      <div className={classes.footer}>
        <Button variant="default" disabled={busy} onClick={onCancel}>
          {t('profile.picture.cancel')}
        </Button>
        <Button loading={busy} onClick={() => onTake(cut)}>
          {t('profile.picture.take')}
        </Button>
      </div>
    </Modal>
  );
}
