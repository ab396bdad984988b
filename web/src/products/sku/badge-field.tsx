import { Button, TextInput } from '@mantine/core';
import { imageError, type ImageError } from '@storeward/contract/media-types';
import { badgeImage } from '@storeward/contract/settings/kinds/sku-selection';
import { type ReactNode, useRef, useState } from 'react';
import { UploadUrlError, uploadImage } from '../../files/queries.ts';
import { ApiError } from '../../platform/api/api.ts';
import { errorText } from '../../platform/text/error-text.tsx';
import { errorMessage, useT } from '../../platform/text/i18n.ts';
import { acceptedImageTypes, imageFileError } from '../../platform/image-file.ts';
import { FieldError } from '../../ui/form/field-error.tsx';
import { OptionalLabel } from '../../ui/form/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ImageFrame } from '../../ui/image/image-frame.tsx';
import classes from './sku-dialog.module.css';

type Props = {
  readonly label: string;
  readonly url: string;
  readonly isValid: boolean;
  readonly disabled: boolean;
  readonly onChange: (url: string) => void;
  readonly onBusy: (busy: boolean) => void;
};

/** The error of an image with a wrong aspect ratio; an image that the browser cannot read is checked by the server only. */
async function shapeError(file: File): Promise<ImageError | undefined> {
  const image = await createImageBitmap(file).catch(() => undefined);
  const error = image && imageError(image, badgeImage);
  image?.close();
  return error;
}

/** The address of an image: typed, or filled by an upload. */
export function BadgeImageField({ label, url, isValid, disabled, onChange, onBusy }: Props) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<ReactNode>();
  const [isBusy, setBusy] = useState(false);

  async function upload(file: File | undefined) {
    if (!file) return;
    const code = imageFileError(file) ?? (await shapeError(file));
    setError(code && errorText(code));
    if (code) return;
    setBusy(true);
    onBusy(true);
    try {
      onChange(await uploadImage(file));
    } catch (failure) {
      const isNamed = failure instanceof ApiError && !failure.isUnexpected;
      if (!(failure instanceof UploadUrlError))
        setError(isNamed ? errorText(failure.code, failure.message) : t('files.upload.failed'));
    }
    setBusy(false);
    onBusy(false);
  }

  // the content security policy allows no other pictures, so that opening a page tells no other server of it
  const isShown = isValid && url.startsWith('/files/');
  const shownError = isValid ? error : errorMessage('field.httpAddress');
  return (
    <div className={classes.imageField}>
      <ImageFrame w={54} h={72} bd={`1px ${isShown ? 'solid' : 'dashed'} var(--line-control)`}>
        {isShown ? <img src={url} alt="" /> : <Icon name="image" size={20} />}
      </ImageFrame>
      <TextInput
        label={<OptionalLabel label={label} optional={t('ui.form.optional')} />}
        {...(url !== '' && isValid && !isShown && { description: t('products.badge.elsewhere') })}
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
