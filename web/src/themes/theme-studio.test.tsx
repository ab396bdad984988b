import { presetThemes } from '@storeward/contract/settings/sections/preset-themes';
import { unreadablePairs } from '@storeward/contract/settings/sections/theme-contrast';
import { deriveTokens } from '@storeward/contract/themes/theme-tokens';
import { type Theme, defaultTheme } from '@storeward/contract/settings/sections/theme';
import { themes } from '@storeward/contract/themes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { mockResponse } from '../../test/mock-server.ts';
import { startPortal } from '../../test/start-portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { UploadUrlError } from '../files/queries.ts';
import { ThemeStudio } from './theme-studio.tsx';
import { phrase } from '../../test/phrase.ts';

beforeEach(async () => {
  await startPortal();
  mockResponse(
    themes.ready,
    presetThemes.map((theme, index) => ({ ...theme, isDefaultSelected: index === 0 })),
  );
});

type StudioProps = Partial<Omit<ComponentProps<typeof ThemeStudio>, 'value' | 'onChange'>>;

/** Renders the studio with a theme; `currentTheme()` returns its latest value. */
async function renderStudio(own: Partial<Theme> = {}, props: StudioProps = {}) {
  let current: Theme = { ...defaultTheme, ...own };
  function StudioHost() {
    const [theme, setTheme] = useState(current);
    const handleChange = (next: Theme) => {
      current = next;
      setTheme(next);
    };
    return <ThemeStudio value={theme} onChange={handleChange} upload={async () => '/files/o/new.webp'} {...props} />;
  }
  const rendered = await renderAt('/', <StudioHost />);
  return { ...rendered, currentTheme: () => current };
}

const group = (name: string) => within(screen.getByRole('region', { name }));
const preview = () => screen.getByRole('img', { name: /^Preview:/ });
const cssVariable = (token: string) =>
  (preview().firstElementChild as HTMLElement).style.getPropertyValue(token).toUpperCase();

describe('theme colours', () => {
  test('marks unreadable text and applies the nearest readable shade with one click', async () => {
    const { user, currentTheme } = await renderStudio({ contractPrimaryColour: '#FFFFFF' });
    expect(screen.getByText(phrase('themes.contrast.summary', { good: '6', total: '7' }))).toBeTruthy();
    expect(group('Primary').getByText('Unreadable 4.2:1')).toBeTruthy();
    const [pair] = unreadablePairs(currentTheme());
    await user.click(group('Primary').getByRole('button', { name: `Use ${pair?.fix?.colour}` }));
    expect(currentTheme()).toEqual({ ...defaultTheme, contractPrimaryColour: pair?.fix?.colour });
    expect(group('Primary').getByText('AA 4.5:1')).toBeTruthy();
    expect(screen.getByText(phrase('themes.contrast.summary', { good: '7', total: '7' }))).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Use / })).toBeNull();
  });

  test('applies all suggestions at once and keeps readable colours', async () => {
    const { user, currentTheme } = await renderStudio({ textColour: '#BBBBBB', contrastErrorColour: '#F44336' });
    await user.click(screen.getByRole('button', { name: 'Use all suggestions' }));
    expect(unreadablePairs(currentTheme())).toEqual([]);
    expect({ ...currentTheme(), textColour: '', contrastErrorColour: '' }).toEqual({
      ...defaultTheme,
      textColour: '',
      contrastErrorColour: '',
    });
  });

  test('keeps a primary colour that is too pale for text, and shows the derived shade that portals use', async () => {
    await renderStudio({ primaryColour: '#FFE600' });
    const shade = deriveTokens({ ...defaultTheme, primaryColour: '#FFE600' }).light['--primary-text'] ?? '';
    expect(group('Primary').getByText(phrase('themes.contrast.derived', { colour: shade }))).toBeTruthy();
    expect(group('Primary').queryByText(/Unreadable/)).toBeNull();
  });

  test.for([
    ['1a81c5', '#1A81C5'],
    ['#c03', '#CC0033'],
    [' #00ff0080 ', '#00FF0080'],
  ] as const)('accepts pasted colour formats: %s', async ([typed, colour]) => {
    const { user, currentTheme } = await renderStudio();
    const field = screen.getByRole('textbox', { name: 'Primary' });
    await user.clear(field);
    fireEvent.change(field, { target: { value: typed } });
    await user.tab();
    expect(currentTheme().primaryColour).toBe(colour);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Primary' }).value).toBe(colour);
  });

  test('shows an invalid colour when the field loses the focus, and changes nothing', async () => {
    const { user, currentTheme } = await renderStudio();
    const field = screen.getByRole('textbox', { name: 'Text on primary' });
    await user.clear(field);
    await user.type(field, 'red');
    expect(screen.queryByText(phrase('errors.field.invalid'))).toBeNull();
    await user.tab();
    expect(screen.getByText(phrase('errors.field.invalid'))).toBeTruthy();
    expect(currentTheme()).toEqual(defaultTheme);
  });

  test('takes a colour from the colour picker', async () => {
    const { currentTheme } = await renderStudio();
    fireEvent.change(screen.getByLabelText('Pick Error'), { target: { value: '#aa0011' } });
    expect(currentTheme().errorColour).toBe('#AA0011');
  });
});

describe('the theme preview', () => {
  test('uses the tokens that the portal derives from the theme, light and dark', async () => {
    const { user } = await renderStudio({ primaryColour: '#C21857', fontSize: '16px', logoURL: '/files/o/logo.webp' });
    const { light, dark } = deriveTokens({ ...defaultTheme, primaryColour: '#C21857' });
    expect(cssVariable('--primary')).toBe(light['--primary']);
    expect(cssVariable('--font-scale')).toBe(String(16 / 14));
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(cssVariable('--primary-text')).toBe(dark['--primary-text']);
  });

  test('shows the default theme on the sign-in page without a logo, with a note', async () => {
    await renderStudio({ primaryColour: '#C21857' });
    expect(cssVariable('--primary')).toBe(deriveTokens(defaultTheme).light['--primary']);
    expect(screen.getByText(phrase('themes.field.noLogo'))).toBeTruthy();
  });

  test('plays the background video unless custom images are enabled and both are set', async () => {
    const { user, currentTheme } = await renderStudio({
      logoURL: '/files/o/logo.webp',
      backgroundImage: { status: false, landscapeImage: '/files/o/wide.webp', portraitImage: null },
    });
    const backgroundTag = () => preview().querySelector('video, img')?.tagName;
    expect(backgroundTag()).toBe('VIDEO');
    await user.click(screen.getByRole('checkbox', { name: 'Own background pictures' }));
    expect(backgroundTag()).toBe('VIDEO');
    expect(screen.getByText(phrase('themes.field.videoUntilBoth'))).toBeTruthy();
    const tall = screen.getByRole('group', { name: 'Background, portrait' });
    fireEvent.drop(tall, { dataTransfer: { files: [new File(['x'], 'tall.png', { type: 'image/png' })] } });
    await waitFor(() => expect(currentTheme().backgroundImage.portraitImage).toBe('/files/o/new.webp'));
    await waitFor(() => expect(preview().querySelector('img')?.getAttribute('src')).toBe('/files/o/wide.webp'));
    await user.click(screen.getByRole('radio', { name: 'Portrait' }));
    expect(preview().querySelector('img')?.getAttribute('src')).toBe('/files/o/new.webp');
    await user.click(screen.getByRole('checkbox', { name: 'Own background pictures' }));
    expect(backgroundTag()).toBe('VIDEO');
  });

  test('shows no error when an upload is cancelled for lack of an upload URL, and keeps the value', async () => {
    const upload = vi.fn(() => Promise.reject(new UploadUrlError('none')));
    const { currentTheme } = await renderStudio({ logoURL: '/files/o/logo.webp' }, { upload });
    fireEvent.drop(screen.getByRole('group', { name: 'Logo, landscape' }), {
      dataTransfer: { files: [new File(['x'], 'logo.png', { type: 'image/png' })] },
    });
    await waitFor(() => expect(upload).toHaveBeenCalledOnce());
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Logo, landscape Replace/ }).disabled).toBe(false),
    );
    expect(screen.queryByText('File upload failed')).toBeNull();
    expect(currentTheme().logoURL).toBe('/files/o/logo.webp');
  });

  test('shows the vendor name only beside a custom logo', async () => {
    const { user } = await renderStudio({ logoURL: '/files/o/logo.webp' });
    expect(preview().textContent).toContain('Powered by');
    await user.click(screen.getByRole('button', { name: 'Logo, landscape Remove' }));
    expect(preview().textContent).not.toContain('Powered by');
  });

  test('shows portal and mail scenes', async () => {
    const { user } = await renderStudio();
    await user.click(screen.getByRole('radio', { name: 'Portal' }));
    expect(preview().textContent).toContain('User List');
    await user.click(screen.getByRole('radio', { name: 'Mail' }));
    expect(preview().textContent).toContain('Choose password');
  });
});

describe('image upload', () => {
  test('rejects a file that is not an image or too large before it is uploaded', async () => {
    const upload = vi.fn<(file: File) => Promise<string>>();
    const { currentTheme } = await renderStudio({}, { upload });
    const drop = (file: File) =>
      fireEvent.drop(screen.getByRole('group', { name: 'Logo, landscape' }), { dataTransfer: { files: [file] } });
    drop(new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Invalid file format');
    drop(new File([new Uint8Array(6 * 1024 * 1024)], 'logo.png', { type: 'image/png' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Please add image of size below 6MB');
    expect(upload).not.toHaveBeenCalled();
    expect(currentTheme()).toEqual(defaultTheme);
  });

  test('reports the success or failure of an upload', async () => {
    let fail = true;
    const { currentTheme } = await renderStudio(
      {},
      { upload: () => (fail ? Promise.reject(new Error('gone')) : Promise.resolve('/files/o/logo.webp')) },
    );
    const drop = () =>
      fireEvent.drop(screen.getByRole('group', { name: 'Logo, portrait' }), {
        dataTransfer: { files: [new File(['x'], 'logo.png', { type: 'image/png' })] },
      });
    drop();
    expect((await screen.findAllByText('File upload failed')).length).toBeGreaterThan(0);
    expect(currentTheme().logoURLPortrait).toBeNull();
    fail = false;
    drop();
    expect(await screen.findByText('File Uploaded Successfully')).toBeTruthy();
    expect(currentTheme().logoURLPortrait).toBe('/files/o/logo.webp');
  });
});

describe('keyboard control of the theme studio', () => {
  test('moves the sign-in box with the arrow keys', async () => {
    const { user, currentTheme } = await renderStudio();
    const wide = within(screen.getByRole('group', { name: 'Sign-in box, landscape' }));
    wide.getByRole('radio', { name: phrase('themes.position.center') }).focus();
    await user.keyboard('{ArrowLeft}');
    expect(currentTheme().loginBoxPosition).toEqual({ landscape: 'right', portrait: 'center' });
  });

  test('reaches a suggestion from its colour field with Tab and applies it with Enter', async () => {
    const { user, currentTheme } = await renderStudio({ contractPrimaryColour: '#FFFFFF' });
    screen.getByRole('textbox', { name: 'Text on primary' }).focus();
    await user.tab();
    await user.keyboard('{Enter}');
    expect(unreadablePairs(currentTheme())).toEqual([]);
  });
});

describe('the origin of theme values', () => {
  test('shows the source of an inherited field, reverts an own value, and is read-only when disabled', async () => {
    const onRevert = vi.fn<(field: keyof Theme) => void>();
    const inherited = { primaryColour: { from: 'Kestrel Sports' }, errorColour: { from: null } };
    const { user, unmount } = await renderStudio({}, { inherited, onRevert });
    expect(group('Primary').getByText('Inherited from Kestrel Sports')).toBeTruthy();
    expect(group('Error').getByText('Not set')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Revert Text on primary' }));
    expect(onRevert).toHaveBeenCalledExactlyOnceWith('contractPrimaryColour');
    unmount();
    await renderStudio({ contractPrimaryColour: '#FFFFFF' }, { inherited, onRevert, disabled: true });
    expect(screen.queryByRole('button', { name: /^(Revert|Use|Remove)/ })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Primary' }).disabled).toBe(true);
  });

  test('disables a field locked by an ancestor and shows by whom; shows planned changes and modes beside their fields', async () => {
    const fieldNotes = {
      primaryColour: { lockedReason: 'Locked by Kestrel Sports', notes: [] },
      logoURL: { lockedReason: 'Locked by Kestrel Sports', notes: [] },
      backgroundImage: { lockedReason: 'Locked by Kestrel Sports', notes: [] },
      fontSize: { notes: ['Locked below', '16px from 24 Dec 2035, 06:00'] },
    };
    await renderStudio({ logoURL: '/files/o/logo.webp' }, { inherited: {}, fieldNotes });
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Primary' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Text on primary' }).disabled).toBe(false);
    expect(group('Primary').getByText('Locked by Kestrel Sports')).toBeTruthy();
    const logo = within(screen.getByRole('group', { name: 'Logo, landscape' }));
    expect(logo.queryByRole('button', { name: /Remove/ })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Own background pictures' }).disabled).toBe(true);
    expect(screen.getByText('Locked below')).toBeTruthy();
    expect(screen.getByText('16px from 24 Dec 2035, 06:00')).toBeTruthy();
  });
});

test('applies colours and font of a preset and keeps logo, images and positions', async () => {
  const own = { logoURL: '/files/o/logo.webp', loginBoxPosition: { landscape: 'left', portrait: 'top' } } as const;
  const { user, currentTheme } = await renderStudio(own);
  await user.click(await screen.findByRole('button', { name: 'Berry' }));
  const berry = presetThemes.find(({ id }) => id === 'berry')?.theme;
  expect(currentTheme()).toEqual({ ...berry, ...own });
  expect(screen.getByRole('button', { name: 'Berry' }).getAttribute('aria-pressed')).toBe('true');
});
