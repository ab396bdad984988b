import { readyThemes } from '@storeward/contract/settings/ready-themes';
import { unreadablePairs } from '@storeward/contract/settings/theme-contrast';
import { deriveTokens } from '@storeward/contract/theme-tokens';
import { type Theme, defaultTheme } from '@storeward/contract/settings/theme';
import { themes } from '@storeward/contract/themes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answer } from '../../test/answer.ts';
import { startPortal } from '../../test/portal.ts';
import { renderAt } from '../../test/render-at.tsx';
import { NoUploadAddress } from '../files/queries.ts';
import { ThemeStudio } from './theme-studio.tsx';

beforeEach(async () => {
  await startPortal();
  answer(
    themes.ready,
    readyThemes.map((look, at) => ({ ...look, isDefaultSelected: at === 0 })),
  );
});

type Wishes = Partial<Omit<ComponentProps<typeof ThemeStudio>, 'value' | 'onChange'>>;

/** Opens the studio with a theme; `now()` tells what has become of it. */
async function open(own: Partial<Theme> = {}, wishes: Wishes = {}) {
  let current: Theme = { ...defaultTheme, ...own };
  function Bench() {
    const [theme, setTheme] = useState(current);
    const keep = (next: Theme) => {
      current = next;
      setTheme(next);
    };
    return <ThemeStudio value={theme} onChange={keep} upload={async () => '/files/o/new.webp'} {...wishes} />;
  }
  const drawn = await renderAt('/', <Bench />);
  return { ...drawn, now: () => current };
}

const group = (name: string) => within(screen.getByRole('region', { name }));
const stage = () => screen.getByRole('img', { name: /^Preview:/ });
const painted = (token: string) =>
  (stage().firstElementChild as HTMLElement).style.getPropertyValue(token).toUpperCase();

describe('colours', () => {
  test('words that cannot be read are called so, and one click takes the nearest shade that can', async () => {
    const { user, now } = await open({ contractPrimaryColour: '#FFFFFF' });
    expect(screen.getByText('6 of 7 pairs of words and ground can be read')).toBeTruthy();
    expect(group('Primary').getByText('Unreadable 4.2:1')).toBeTruthy();
    const [pair] = unreadablePairs(now());
    await user.click(group('Primary').getByRole('button', { name: `Use ${pair?.mend?.colour}` }));
    expect(now()).toEqual({ ...defaultTheme, contractPrimaryColour: pair?.mend?.colour });
    expect(group('Primary').getByText('AA 4.5:1')).toBeTruthy();
    expect(screen.getByText('7 of 7 pairs of words and ground can be read')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Use / })).toBeNull();
  });

  test('all suggestions are taken at once, and what was readable stays as it was', async () => {
    const { user, now } = await open({ textColour: '#BBBBBB', contrastErrorColour: '#F44336' });
    await user.click(screen.getByRole('button', { name: 'Use all suggestions' }));
    expect(unreadablePairs(now())).toEqual([]);
    expect({ ...now(), textColour: '', contrastErrorColour: '' }).toEqual({
      ...defaultTheme,
      textColour: '',
      contrastErrorColour: '',
    });
  });

  test('a brand that is too pale for words is kept, with the shade that portals write in beside it', async () => {
    await open({ primaryColour: '#FFE600' });
    const shade = deriveTokens({ ...defaultTheme, primaryColour: '#FFE600' }).light['--primary-text'];
    expect(group('Primary').getByText(`Portals use ${shade} for words and signs.`)).toBeTruthy();
    expect(group('Primary').queryByText(/Unreadable/)).toBeNull();
  });

  test.for([
    ['1a81c5', '#1A81C5'],
    ['#c03', '#CC0033'],
    [' #00ff0080 ', '#00FF0080'],
  ] as const)('a colour may be written as people copy it: %s', async ([typed, colour]) => {
    const { user, now } = await open();
    const field = screen.getByRole('textbox', { name: 'Primary' });
    await user.clear(field);
    fireEvent.change(field, { target: { value: typed } });
    await user.tab();
    expect(now().primaryColour).toBe(colour);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Primary' }).value).toBe(colour);
  });

  test('what is no colour is said once the field is left, and changes nothing', async () => {
    const { user, now } = await open();
    const field = screen.getByRole('textbox', { name: 'Text on primary' });
    await user.clear(field);
    await user.type(field, 'red');
    expect(screen.queryByText('This value is not valid')).toBeNull();
    await user.tab();
    expect(screen.getByText('This value is not valid')).toBeTruthy();
    expect(now()).toEqual(defaultTheme);
  });

  test('a colour is picked by eye too', async () => {
    const { now } = await open();
    fireEvent.change(screen.getByLabelText('Pick Error'), { target: { value: '#aa0011' } });
    expect(now().errorColour).toBe('#AA0011');
  });
});

describe('the preview', () => {
  test('is painted with the colours that the portal makes of the theme, light and dark', async () => {
    const { user } = await open({ primaryColour: '#C21857', fontSize: '16px', logoURL: '/files/o/logo.webp' });
    const { light, dark } = deriveTokens({ ...defaultTheme, primaryColour: '#C21857' });
    expect(painted('--primary')).toBe(light['--primary']);
    expect(painted('--font-scale')).toBe(String(16 / 14));
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(painted('--primary-text')).toBe(dark['--primary-text']);
  });

  test('shows the usual theme on the sign-in page while there is no logo, and says so', async () => {
    await open({ primaryColour: '#C21857' });
    expect(painted('--primary')).toBe(deriveTokens(defaultTheme).light['--primary']);
    expect(screen.getByText('Without a logo the sign-in page wears the usual theme.')).toBeTruthy();
  });

  test('runs the film unless own pictures are wanted and both are there', async () => {
    const { user, now } = await open({
      logoURL: '/files/o/logo.webp',
      backgroundImage: { status: false, landscapeImage: '/files/o/wide.webp', portraitImage: null },
    });
    const shown = () => stage().querySelector('video, img')?.tagName;
    expect(shown()).toBe('VIDEO');
    await user.click(screen.getByRole('checkbox', { name: 'Own background pictures' }));
    expect(shown()).toBe('VIDEO');
    expect(screen.getByText('The film runs until both pictures are there.')).toBeTruthy();
    const tall = screen.getByRole('group', { name: 'Background, portrait' });
    fireEvent.drop(tall, { dataTransfer: { files: [new File(['x'], 'tall.png', { type: 'image/png' })] } });
    await waitFor(() => expect(now().backgroundImage.portraitImage).toBe('/files/o/new.webp'));
    await waitFor(() => expect(stage().querySelector('img')?.getAttribute('src')).toBe('/files/o/wide.webp'));
    await user.click(screen.getByRole('radio', { name: 'Portrait' }));
    expect(stage().querySelector('img')?.getAttribute('src')).toBe('/files/o/new.webp');
    await user.click(screen.getByRole('checkbox', { name: 'Own background pictures' }));
    expect(shown()).toBe('VIDEO');
  });

  test('speaks of nothing when no address to upload to was given, and keeps what was there', async () => {
    const upload = vi.fn(() => Promise.reject(new NoUploadAddress('none')));
    const { now } = await open({ logoURL: '/files/o/logo.webp' }, { upload });
    fireEvent.drop(screen.getByRole('group', { name: 'Logo, landscape' }), {
      dataTransfer: { files: [new File(['x'], 'logo.png', { type: 'image/png' })] },
    });
    await waitFor(() => expect(upload).toHaveBeenCalledOnce());
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Logo, landscape Replace/ }).disabled).toBe(false),
    );
    expect(screen.queryByText('File upload failed')).toBeNull();
    expect(now().logoURL).toBe('/files/o/logo.webp');
  });

  test('names the maker only beside a logo of one’s own', async () => {
    const { user } = await open({ logoURL: '/files/o/logo.webp' });
    expect(stage().textContent).toContain('Powered by');
    await user.click(screen.getByRole('button', { name: 'Logo, landscape Remove' }));
    expect(stage().textContent).not.toContain('Powered by');
  });

  test('shows portal and mail as well', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('radio', { name: 'Portal' }));
    expect(stage().textContent).toContain('User List');
    await user.click(screen.getByRole('radio', { name: 'Mail' }));
    expect(stage().textContent).toContain('Choose password');
  });
});

describe('pictures', () => {
  test('a file that is no picture, or too large, is refused before it is sent', async () => {
    const upload = vi.fn<(file: File) => Promise<string>>();
    const { now } = await open({}, { upload });
    const drop = (file: File) =>
      fireEvent.drop(screen.getByRole('group', { name: 'Logo, landscape' }), { dataTransfer: { files: [file] } });
    drop(new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Invalid file format');
    drop(new File([new Uint8Array(6 * 1024 * 1024)], 'logo.png', { type: 'image/png' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Please add image of size below 6MB');
    expect(upload).not.toHaveBeenCalled();
    expect(now()).toEqual(defaultTheme);
  });

  test('the end of an upload is told, good or bad', async () => {
    let fail = true;
    const { now } = await open(
      {},
      { upload: () => (fail ? Promise.reject(new Error('gone')) : Promise.resolve('/files/o/logo.webp')) },
    );
    const drop = () =>
      fireEvent.drop(screen.getByRole('group', { name: 'Logo, portrait' }), {
        dataTransfer: { files: [new File(['x'], 'logo.png', { type: 'image/png' })] },
      });
    drop();
    expect((await screen.findAllByText('File upload failed')).length).toBeGreaterThan(0);
    expect(now().logoURLPortrait).toBeNull();
    fail = false;
    drop();
    expect(await screen.findByText('File Uploaded Successfully')).toBeTruthy();
    expect(now().logoURLPortrait).toBe('/files/o/logo.webp');
  });
});

describe('by keyboard', () => {
  test('the sign-in box moves with the arrow keys', async () => {
    const { user, now } = await open();
    const wide = within(screen.getByRole('group', { name: 'Sign-in box, landscape' }));
    wide.getByRole('radio', { name: 'Center' }).focus();
    await user.keyboard('{ArrowLeft}');
    expect(now().loginBoxPosition).toEqual({ landscape: 'right', portrait: 'center' });
  });

  test('a suggestion is reached from its colour with the next keys, and taken with Enter', async () => {
    const { user, now } = await open({ contractPrimaryColour: '#FFFFFF' });
    screen.getByRole('textbox', { name: 'Text on primary' }).focus();
    await user.tab();
    await user.keyboard('{Enter}');
    expect(unreadablePairs(now())).toEqual([]);
  });
});

describe('where values come from', () => {
  test('an inherited field names its place, an own one can be given back, and who may not edit changes nothing', async () => {
    const onRevert = vi.fn<(field: keyof Theme) => void>();
    const inherited = { primaryColour: { from: 'Kestrel Sports' }, errorColour: { from: null } };
    const { user, unmount } = await open({}, { inherited, onRevert });
    expect(group('Primary').getByText('Inherited from Kestrel Sports')).toBeTruthy();
    expect(group('Error').getByText('Nobody has set this')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Revert Text on primary' }));
    expect(onRevert).toHaveBeenCalledExactlyOnceWith('contractPrimaryColour');
    unmount();
    await open({ contractPrimaryColour: '#FFFFFF' }, { inherited, onRevert, disabled: true });
    expect(screen.queryByRole('button', { name: /^(Revert|Use|Remove)/ })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Primary' }).disabled).toBe(true);
  });

  test('a field that is locked above cannot be changed and says by whom; plans and modes stand beside their fields', async () => {
    const told = {
      primaryColour: { fixed: 'Locked by Kestrel Sports', notes: [] },
      logoURL: { fixed: 'Locked by Kestrel Sports', notes: [] },
      backgroundImage: { fixed: 'Locked by Kestrel Sports', notes: [] },
      fontSize: { notes: ['Locked below', '16px from 24 Dec 2035, 06:00 (Europe/London)'] },
    };
    await open({ logoURL: '/files/o/logo.webp' }, { inherited: {}, told });
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Primary' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Text on primary' }).disabled).toBe(false);
    expect(group('Primary').getByText('Locked by Kestrel Sports')).toBeTruthy();
    const logo = within(screen.getByRole('group', { name: 'Logo, landscape' }));
    expect(logo.queryByRole('button', { name: /Remove/ })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Own background pictures' }).disabled).toBe(true);
    expect(screen.getByText('Locked below')).toBeTruthy();
    expect(screen.getByText('16px from 24 Dec 2035, 06:00 (Europe/London)')).toBeTruthy();
  });
});

test('a ready look brings colours and font, and leaves logo, pictures and places alone', async () => {
  const own = { logoURL: '/files/o/logo.webp', loginBoxPosition: { landscape: 'left', portrait: 'top' } } as const;
  const { user, now } = await open(own);
  await user.click(await screen.findByRole('button', { name: 'Berry' }));
  const berry = readyThemes.find(({ id }) => id === 'berry')?.theme;
  expect(now()).toEqual({ ...berry, ...own });
  expect(screen.getByRole('button', { name: 'Berry' }).getAttribute('aria-pressed')).toBe('true');
});
