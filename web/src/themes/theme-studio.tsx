import { Checkbox, NativeSelect, SegmentedControl } from '@mantine/core';
import { FontFamily, type Theme, fontFamilies } from '@storeward/contract/settings/theme';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import { PicturePicker } from '../files/picture-picker.tsx';
import { useT } from '../platform/i18n.ts';
import { ownPictures } from '../platform/sign-in-scene.ts';
import { BoxPositionPicker } from './box-position-picker.tsx';
import { ReadyThemePicker } from './ready-theme-picker.tsx';
import { ThemeColours } from './theme-colours.tsx';
import { type Editing, type Inherited, isFixed, type ThemeField, type Locks, type Told } from './theme-editing.ts';
import { ThemeOrigin } from './theme-origin.tsx';
import { ThemePreview } from './theme-preview.tsx';
import classes from './theme-studio.module.css';

type Props = {
  value: Theme;
  onChange: (next: Theme) => void;
  disabled?: boolean;
  /** For each field without a value of its own, the place it comes from; left out where nothing is inherited. */
  inherited?: Inherited;
  onRevert?: (field: ThemeField) => void;
  /** What else is known of some fields, in words. */
  told?: Told;
  /** Which of its values bind the places below. */
  locks?: Locks | undefined;
  upload: (file: File) => Promise<string>;
};

/** Where a look is made: every field of a theme, and beside it what the theme does, at once. */
export function ThemeStudio({ value, onChange, disabled = false, inherited, onRevert, told, locks, upload }: Props) {
  const t = useT();
  const [side, setSide] = useState<'fields' | 'preview'>('fields');
  // While somebody drags a colour, the fields go before the picture.
  const shown = useDeferredValue(value);
  const editing: Editing = {
    theme: value,
    set: (change) => onChange({ ...value, ...change }),
    disabled,
    inherited,
    onRevert,
    told,
    locks,
  };
  return (
    <div className={classes.room}>
      <div className={classes.studio} data-side={side}>
        <SegmentedControl
          className={classes.sides ?? ''}
          fullWidth
          aria-label={t('themes.studio.side')}
          value={side}
          onChange={setSide}
          data={(['fields', 'preview'] as const).map((name) => ({ value: name, label: t(`themes.studio.${name}`) }))}
        />
        <div className={classes.fields}>
          <Subject title={t('themes.ready.title')}>
            <ReadyThemePicker theme={value} disabled={disabled} onChoose={editing.set} />
          </Subject>
          <Brand editing={editing} upload={upload} />
          <SignInPage editing={editing} upload={upload} />
          <Type editing={editing} />
          <Subject title={t('themes.section.colours')}>
            <ThemeColours editing={editing} />
          </Subject>
        </div>
        <div className={classes.preview}>
          <ThemePreview theme={shown} />
        </div>
      </div>
    </div>
  );
}

function Subject({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.subject} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      {children}
    </section>
  );
}

type Part = { editing: Editing; upload: Props['upload'] };

function Brand({ editing, upload }: Part) {
  const t = useT();
  return (
    <Subject title={t('themes.section.brand')}>
      {(['logoURL', 'logoURLPortrait'] as const).map((field) => (
        <PicturePicker
          key={field}
          label={t(`themes.field.${field}`)}
          value={editing.theme[field]}
          disabled={isFixed(editing, field)}
          upload={upload}
          onChange={(address) => editing.set({ [field]: address })}
        >
          <ThemeOrigin editing={editing} field={field} name={t(`themes.field.${field}`)} />
        </PicturePicker>
      ))}
      <p className={classes.hint}>{t('files.picture.kinds')}</p>
      {!editing.theme.logoURL && !editing.theme.logoURLPortrait && (
        <p className={classes.hint}>{t('themes.field.noLogo')}</p>
      )}
    </Subject>
  );
}

const shapes = [
  { shape: 'landscape', image: 'landscapeImage', frame: 'wide' },
  { shape: 'portrait', image: 'portraitImage', frame: 'tall' },
] as const;

function SignInPage({ editing, upload }: Part) {
  const t = useT();
  const { theme, set } = editing;
  const { backgroundImage, loginBoxPosition } = theme;
  const hint = useId();
  return (
    <Subject title={t('themes.section.signIn')}>
      <div>
        <Checkbox
          label={t('themes.field.ownPictures')}
          aria-describedby={hint}
          checked={backgroundImage.status}
          disabled={isFixed(editing, 'backgroundImage')}
          onChange={(event) => set({ backgroundImage: { ...backgroundImage, status: event.currentTarget.checked } })}
        />
        <p id={hint} className={classes.hint}>
          {t(
            backgroundImage.status && !ownPictures(theme) ? 'themes.field.filmUntilBoth' : 'themes.field.filmOtherwise',
          )}
        </p>
        <ThemeOrigin editing={editing} field="backgroundImage" name={t('themes.field.ownPictures')} />
      </div>
      {shapes.map(({ image, frame }) => (
        <PicturePicker
          key={image}
          label={t(`themes.field.${image}`)}
          shape={frame}
          value={backgroundImage[image]}
          disabled={isFixed(editing, 'backgroundImage')}
          upload={upload}
          onChange={(address) => set({ backgroundImage: { ...backgroundImage, [image]: address } })}
        />
      ))}
      <div className={classes.positions}>
        {shapes.map(({ shape }) => (
          <BoxPositionPicker
            key={shape}
            label={t(`themes.field.box.${shape}`)}
            shape={shape}
            value={loginBoxPosition[shape]}
            disabled={isFixed(editing, 'loginBoxPosition')}
            onChange={(position) => set({ loginBoxPosition: { ...loginBoxPosition, [shape]: position } })}
          />
        ))}
      </div>
      <ThemeOrigin editing={editing} field="loginBoxPosition" name={t('themes.field.boxes')} />
    </Subject>
  );
}

const sizes = Array.from({ length: 25 }, (_, at) => at + 8);

function Type({ editing }: { editing: Editing }) {
  const t = useT();
  const { theme, set } = editing;
  return (
    <Subject title={t('themes.section.type')}>
      <div className={classes.type}>
        <div>
          <NativeSelect
            label={t('themes.field.fontFamily')}
            data={fontFamilies}
            value={theme.fontFamily}
            disabled={isFixed(editing, 'fontFamily')}
            onChange={(event) => set({ fontFamily: FontFamily.parse(event.currentTarget.value) })}
          />
          <ThemeOrigin editing={editing} field="fontFamily" name={t('themes.field.fontFamily')} />
        </div>
        <div>
          <NativeSelect
            label={t('themes.field.fontSize')}
            data={sizes.map((pixels) => ({ value: `${pixels}px`, label: `${pixels} px` }))}
            value={theme.fontSize}
            disabled={isFixed(editing, 'fontSize')}
            onChange={(event) => set({ fontSize: event.currentTarget.value })}
          />
          <ThemeOrigin editing={editing} field="fontSize" name={t('themes.field.fontSize')} />
        </div>
      </div>
      <p className={classes.hint}>{t('themes.field.fontSizeHeld')}</p>
    </Subject>
  );
}
