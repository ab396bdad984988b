import { Button, TextInput } from '@mantine/core';
import { pictureError, type PictureError } from '@storeward/contract/media-types';
import { badgePicture } from '@storeward/contract/settings/kinds/sku-selection';
import { useRef, useState } from 'react';
import { UploadUrlError, uploadImage } from '../files/queries.ts';
import { ApiError } from '../platform/api.ts';
import { errorMessage, useT } from '../platform/i18n.ts';
import { acceptedImageTypes, imageFileError } from '../platform/image-file.ts';
import { FieldError } from '../ui/field-error.tsx';
import { OptionalLabel } from '../ui/form.tsx';
import { Icon } from '../ui/icon.tsx';
import classes from './sku-dialog.module.css';

type Props = {
  readonly label: string;
  readonly url: string;
  readonly isValid: boolean;
  readonly disabled: boolean;
  readonly onChange: (url: string) => void;
  readonly onBusy: (busy: boolean) => void;
};

/** The error of an image whose shape does not fit; one that the browser cannot read is left to the server. */
async function shapeError(file: File): Promise<PictureError | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined);
  const error = image && pictureError(image, badgePicture);
  image?.close();
  return error;
}

/** The address of an image: typed, or filled by an upload. */
export function BadgeImageField({ label, url, isValid, disabled, onChange, onBusy }: Props) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function upload(file: File | undefined) {
    if (!file) return;
    const code = imageFileError(file) ?? (await shapeError(file));
    setError(code && errorMessage(code));
    if (code) return;
    setBusy(true);
    onBusy(true);
    try {
      onChange(await uploadImage(file));
    } catch (failure) {
      const isNamed = failure instanceof ApiError && !failure.isUnexpected;
      if (!(failure instanceof UploadUrlError))
        setError(isNamed ? errorMessage(failure.code, failure.message) : t('files.upload.failed'));
    }
    setBusy(false);
    onBusy(false);
  }

  const shownError = isValid ? error : errorMessage('field.httpAddress');
  return (
    <div className={classes.imageField}>
      <span className={classes.badgeImage} data-filled={url !== '' && isValid ? '' : undefined}>
        {url !== '' && isValid ? <img src={url} alt="" /> : <Icon name="image" size={20} />}
      </span>
      <TextInput
        className={classes.url ?? ''}
        label={<OptionalLabel label={label} optional={t('ui.form.optional')} />}
        placeholder="https://"
        value={url}
        disabled={disabled}
        maxLength={2048}
        autoComplete="off"
        spellCheck={false}
        error={shownError && <FieldError>{shownError}</FieldError>}
        onChange={({ currentTarget }) => {
          setError(undefined);
          onChange(currentTarget.value.trim());
        }}
      />
      <input
        ref={input}
        type="file"
        accept={acceptedImageTypes}
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          void upload(currentTarget.files?.[0]);
          currentTarget.value = ''; // allows choosing the same file again after it was corrected
        }}
      />
      <Button
        className={classes.upload ?? ''}
        variant="default"
        leftSection={<Icon name="upload" size={16} />}
        loading={isBusy}
        disabled={disabled}
        aria-label={`${label}: ${t(url ? 'files.image.replace' : 'files.image.choose')}`}
        onClick={() => input.current?.click()}
      >
        {t(url ? 'files.image.replace' : 'files.image.choose')}
      </Button>
    </div>
  );
}
