import { Button } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { sayError, useT } from '../platform/i18n.ts';
import { offeredPictures, pictureFault } from '../platform/picture-file.ts';
import { FieldError } from '../ui/field-error.tsx';
import { Icon } from '../ui/icon.tsx';
import { useNotify } from '../ui/notify.tsx';
import classes from './picture-picker.module.css';
import { NoUploadAddress } from './queries.ts';

type Props = {
  label: string;
  /** The address of the picture, or null where there is none. */
  value: string | null;
  onChange: (address: string | null) => void;
  /** Puts a file where it can be shown from, and tells its address. */
  upload: (file: File) => Promise<string>;
  /** A logo is shown whole; a picture fills its frame. */
  shape?: 'logo' | 'wide' | 'tall';
  disabled?: boolean;
  /** What stands below, such as where the picture is inherited from. */
  children?: ReactNode;
};

/** A field for a picture: dropped on it or chosen, shown at once, and removed again. */
export function PicturePicker({ label, value, onChange, upload, shape = 'logo', disabled = false, children }: Props) {
  const t = useT();
  const notify = useNotify();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  async function take(file: File | undefined) {
    if (!file || busy || disabled) return;
    const refused = pictureFault(file);
    setFault(refused && sayError(refused));
    if (refused) return;
    setBusy(true);
    try {
      onChange(await upload(file));
      notify.success(t('files.upload.done'));
    } catch (error) {
      if (!(error instanceof NoUploadAddress)) tell(error);
    }
    setBusy(false);
  }

  function tell(error: unknown) {
    const refused = error instanceof ApiError && !error.isFault;
    setFault(refused ? sayError(error.code, error.message) : t('files.upload.failed'));
    notify.error(t('files.upload.failed'));
  }

  return (
    <div
      className={classes.field}
      role="group"
      aria-labelledby={id}
      data-over={(over && !disabled) || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer.files[0]);
      }}
    >
      <div className={classes.frame} data-shape={shape} data-empty={!value || undefined}>
        {value ? <img src={value} alt="" /> : <Icon name="image" size={20} />}
      </div>
      <div className={classes.words}>
        <p id={id} className={classes.label}>
          {label}
        </p>
        <div className={classes.ways}>
          <input
            ref={input}
            type="file"
            accept={offeredPictures}
            hidden
            aria-hidden
            tabIndex={-1}
            onChange={(event) => {
              void take(event.currentTarget.files?.[0]);
              event.currentTarget.value = ''; // the same file may be chosen again once it is corrected
            }}
          />
          <Button
            id={`${id}-choose`}
            aria-labelledby={`${id} ${id}-choose`}
            size="xs"
            variant="default"
            leftSection={<Icon name="upload" size={14} />}
            loading={busy}
            disabled={disabled}
            onClick={() => input.current?.click()}
          >
            {t(value ? 'files.picture.replace' : 'files.picture.choose')}
          </Button>
          {value && !disabled && (
            <Button
              id={`${id}-remove`}
              aria-labelledby={`${id} ${id}-remove`}
              size="xs"
              variant="subtle"
              color="gray"
              disabled={busy}
              onClick={() => onChange(null)}
            >
              {t('files.picture.remove')}
            </Button>
          )}
        </div>
        {fault && (
          <p className={classes.fault} role="alert">
            <FieldError>{fault}</FieldError>
          </p>
        )}
        {children}
      </div>
    </div>
  );
}
