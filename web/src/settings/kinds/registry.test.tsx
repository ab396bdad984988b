import { type FieldKind, fieldKinds, parseValue } from '@storeward/contract/settings/kinds/registry';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import { languages } from '@storeward/contract/reference';
import { reference } from '@storeward/contract/reference/lists';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mockError, mockRawResponse, mockResponse } from '../../../test/mock-server.ts';
import { render } from '../../../test/render.tsx';
import { startPortal } from '../../../test/start-portal.ts';
import { loadPortalPhrases } from '../../platform/text/catalogues.ts';
import { initLanguage, t } from '../../platform/text/i18n.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { NotifyProvider } from '../../ui/page/notify.tsx';
import { viewOf } from './registry.ts';
import { valueText } from '../../platform/text/setting-values.ts';

beforeEach(async () => {
  await startPortal();
});

const fieldOfKind = (kind: FieldKind, more: Partial<SettingField> = {}): SettingField => ({
  kind,
  defaultValue: null,
  choices: ['Cash', 'Card', 'others'],
  properties: {
    width: { kind: 'number', required: true, defaultValue: 50 },
    footer: { kind: 'text', defaultValue: null },
  },
  ...more,
});

/** Renders the control of a field, starting with the value of a new override. Returns the entered values. */
function renderControl(field: SettingField, initialValue: unknown = viewOf(field).initialValue, disabled = false) {
  const values: unknown[] = [];
  const { Control } = viewOf(field);
  function Form() {
    const [value, setValue] = useState(initialValue);
    return (
      <Control
        definition={field}
        label="Opening"
        value={value}
        isSet={initialValue !== null}
        error={undefined}
        disabled={disabled}
        parts={{ label: (part) => part, hint: () => undefined, errors: {}, viewOf }}
        onChange={(newValue) => {
          values.push(newValue);
          setValue(newValue);
        }}
        onBlur={() => undefined}
      />
    );
  }
  const form = (
    <QueryClientProvider client={queryClient}>
      <NotifyProvider header={(kind) => kind} close={() => 'Close'} copyCode={(code) => code}>
        <Form />
      </NotifyProvider>
    </QueryClientProvider>
  );
  return { values, ...render(form) };
}

test.each<[FieldKind, string, unknown]>([
  ['text', 'Spring sale', 'Spring sale'],
  ['multiline', 'one{Enter}two', 'one\ntwo'],
  ['number', '-12.50', -12.5],
  ['date', '24/12/2026', '2026-12-24'],
  ['time', '08:30', '08:30'],
  ['time', '8.30', '08:30'],
  ['time', '２０３０', '20:30'],
  ['duration', '00:10:00', '00:10:00'],
  ['url', 'https://shop.example.com', 'https://shop.example.com'],
  ['ipv4', '10.0.0.1', '10.0.0.1'],
  ['colour', '#1A81C5', '#1A81C5'],
])(
  'the control of the kind %s turns the typed text %s into the value %o, which is valid',
  async (kind, typed, value) => {
    const field = fieldOfKind(kind);
    const { user, values } = renderControl(field);
    await user.type(screen.getByRole('textbox', { name: 'Opening' }), typed);
    expect(values.at(-1)).toEqual(value);
    expect(parseValue(field, values.at(-1))).toEqual({ value });
  },
);

test.each<[FieldKind, unknown]>([
  ['number', 5],
  ['date', '2026-12-24'],
  ['time', '08:30'],
  ['url', 'https://a.example'],
  ['ipv4', '10.0.0.1'],
])('emptying the control of the kind %s leaves no value', async (kind, value) => {
  const { user, values } = renderControl(fieldOfKind(kind), value);
  await user.clear(screen.getByRole('textbox', { name: 'Opening' }));
  expect(values.at(-1)).toBeNull();
});

test('the control of a number keeps what is typed until it is a number, and passes on text that is none', async () => {
  const { user, values } = renderControl(fieldOfKind('number'));
  const input = screen.getByRole('textbox', { name: 'Opening' });
  await user.type(input, '1.0');
  expect(input).toHaveProperty('value', '1.0');
  expect(values.at(-1)).toBe(1);
  await user.type(input, 'x');
  expect(input).toHaveProperty('value', '1.0x');
  expect(parseValue(fieldOfKind('number'), values.at(-1))).toEqual({ error: 'field.number' });
});

test.each(languages)(
  'the control of a number takes in %s what the portal shows, and saves nothing else',
  async (language) => {
    await initLanguage(loadPortalPhrases, language);
    const field = fieldOfKind('number');
    for (const stored of [8000, 1234.5, 1.234, -0.5]) {
      const { user, values, unmount } = renderControl(field, stored);
      const input = screen.getByRole('textbox', { name: 'Opening' });
      const { value: edited } = input as HTMLInputElement;
      for (const shown of [valueText(field, stored, t), edited]) {
        await user.clear(input);
        await user.type(input, shown);
        expect([shown, values.at(-1)]).toEqual([shown, stored]);
      }
      unmount();
    }
    await initLanguage(loadPortalPhrases, 'en');
  },
);

test('the control of several choices adds and removes each choice and labels those that have a phrase', async () => {
  const { user, values } = renderControl(fieldOfKind('multi-choice'));
  await user.click(screen.getByRole('checkbox', { name: 'Card' }));
  await user.click(screen.getByRole('checkbox', { name: t('settings.choice.others') }));
  await user.click(screen.getByRole('checkbox', { name: 'Card' }));
  expect(values).toEqual([['Card'], ['Card', 'others'], ['others']]);
});

test('the control of a switch turns it on', async () => {
  const { user, values } = renderControl(fieldOfKind('switch'));
  await user.click(screen.getByRole('switch', { name: 'Opening' }));
  expect(values).toEqual([true]);
});

test('the control of an object has a labelled control for each property', async () => {
  const { user, values } = renderControl(fieldOfKind('object'), { width: 57, footer: 'Thanks' });
  await user.clear(screen.getByRole('textbox', { name: 'footer' }));
  await user.type(screen.getByRole('textbox', { name: 'footer' }), 'Bye');
  expect(values.at(-1)).toEqual({ width: 57, footer: 'Bye' });
  await user.clear(screen.getByRole('textbox', { name: 'width' }));
  expect(values.at(-1)).toEqual({ width: null, footer: 'Bye' });
});

test('the control of a picture asks for the text in its place, and removes both together', async () => {
  const { user, values } = renderControl(fieldOfKind('media'), { file: '/files/a.webp', alt: '' });
  await user.type(screen.getByRole('textbox', { name: t('settings.media.alt') }), 'Sale');
  expect(values.at(-1)).toEqual({ file: '/files/a.webp', alt: 'Sale' });
  await user.click(screen.getByRole('button', { name: new RegExp(t('files.image.remove')) }));
  expect(values.at(-1)).toBeNull();
});

test('a control limits the length of a text that declares its maximum', () => {
  renderControl(fieldOfKind('multiline', { maxLength: 12 }));
  expect(screen.getByRole('textbox', { name: 'Opening' })).toHaveProperty('maxLength', 12);
});

test.each(['text', 'multiline', 'number', 'date', 'time', 'url', 'ipv4'] as const)(
  'the control of the kind %s cannot be used while it is disabled',
  (kind) => {
    renderControl(fieldOfKind(kind), null, true);
    expect(screen.getByRole('textbox', { name: 'Opening' })).toHaveProperty('disabled', true);
  },
);

test('the choices of a disabled control cannot be selected', () => {
  renderControl(fieldOfKind('multi-choice'), ['Cash'], true);
  for (const checkbox of screen.getAllByRole('checkbox')) expect(checkbox).toHaveProperty('disabled', true);
});

describe('a choice from a list of the server', () => {
  const field = fieldOfKind('choice', { choicesFrom: { list: 'currencies' } });
  const input = () => screen.getByRole('combobox', { name: 'Opening' });
  afterEach(() => queryClient.clear());

  test('is found by its name and stored by its code', async () => {
    mockResponse(reference.currencies, [
      { code: 'EUR', name: 'Euro', symbol: '€', digits: 2 },
      { code: 'GBP', name: 'British Pound', symbol: '£', digits: 2 },
    ]);
    const { user, values } = renderControl(field);
    await user.type(input(), 'pound');
    await user.click(await screen.findByRole('option', { name: 'British Pound' }));
    expect(values).toEqual(['GBP']);
  });

  test('says that it is loading, and keeps showing a value that the list does not have', async () => {
    const { promise, resolve } = Promise.withResolvers<never[]>();
    mockResponse(reference.currencies, () => promise);
    renderControl(field, 'OLD');
    await screen.findByLabelText(t('ui.state.loading'));
    resolve([]);
    await waitFor(() => expect(screen.queryByLabelText(t('ui.state.loading'))).toBeNull());
    expect(input()).toHaveProperty('value', 'OLD');
  });

  test('says that an empty list has nothing to choose from', async () => {
    mockResponse(reference.currencies, []);
    const { user } = renderControl(field);
    await user.click(input());
    expect(await screen.findByText(t('settings.choice.none'))).toBeDefined();
  });

  test('says that the list could not be loaded, and loads it again', async () => {
    mockRawResponse(reference.currencies, 500);
    const { user } = renderControl(field);
    const retry = await screen.findByRole('button', { name: t('ui.state.retry') });
    mockResponse(reference.currencies, [{ code: 'EUR', name: 'Euro', symbol: '€', digits: 2 }]);
    await user.click(retry);
    await user.click(input());
    expect(await screen.findByRole('option', { name: 'Euro' })).toBeDefined();
  });

  test('says that the role may not see the list, without an offer to try again', async () => {
    mockError(reference.currencies, 'access.denied');
    renderControl(field);
    expect(await screen.findByText(t('settings.choice.denied'))).toBeDefined();
    expect(screen.queryByRole('button', { name: t('ui.state.retry') })).toBeNull();
  });

  test('shows the entries of a reference list in the chosen language, in its order', async () => {
    mockResponse(reference.countries, [
      { code: 'IE', name: 'Ireland' },
      { code: 'AT', name: 'Austria' },
      { code: 'CZ', name: 'Czechia' },
    ]);
    const countries = fieldOfKind('choice', { choicesFrom: { list: 'countries' } });
    await initLanguage(loadPortalPhrases, 'de');
    const { user } = renderControl(countries, 'AT');
    await waitFor(() => expect(input()).toHaveProperty('value', 'Österreich'));
    await user.clear(input());
    const names = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(names).toEqual(['Irland', 'Österreich', 'Tschechien']);
    expect(valueText(countries, 'CZ', t)).toBe('Tschechien');
  });

  test('takes several countries, each once', async () => {
    mockResponse(reference.countries, [
      { code: 'GB', name: 'United Kingdom' },
      { code: 'IE', name: 'Ireland' },
    ]);
    const { user, values } = renderControl(fieldOfKind('multi-choice', { choicesFrom: { list: 'countries' } }));
    await user.click(input());
    await user.click(await screen.findByRole('option', { name: 'Ireland' }));
    await user.click(await screen.findByRole('option', { name: 'United Kingdom' }));
    expect(values.at(-1)).toEqual(['IE', 'GB']);
  });
});

test.each<[FieldKind, unknown, string]>([
  ['text', 'Spring sale', 'Spring sale'],
  ['multiline', 'one\n\ntwo', 'one · two'],
  ['number', 12345, '12,345'],
  ['number', 0.1234567, '0.1234567'],
  ['switch', false, 'Off'],
  ['choice', 'Cash', 'Cash'],
  ['multi-choice', ['Cash', 'Card'], 'Cash, Card'],
  ['date', '2026-12-24', '24 Dec 2026'],
  ['time', '08:30', '08:30'],
  ['ipv4', '10.0.0.1', '10.0.0.1'],
  ['image', '/files/a.png', 'Picture'],
  ['object', { width: 57, footer: 'Thank you' }, '57 · Thank you'],
  ['media', { file: '/files/a.webp', alt: 'A banner' }, 'A banner'],
  ['media', { file: '/files/a.webp', alt: '' }, 'Picture'],
  ['group', { row: 1 }, '{"row":1}'],
  ['secret', 'abc', '••••••'],
])('a value of the kind %s, %o, is displayed as %s', (kind, value, text) => {
  expect(valueText(fieldOfKind(kind), value, t)).toBe(text);
});

test('a value that is not set is displayed as such for every kind but a secret, which does not tell', () => {
  for (const kind of Object.keys(fieldKinds) as FieldKind[])
    expect([kind, valueText(fieldOfKind(kind), null, t)]).toEqual([
      kind,
      kind === 'secret' ? '••••••' : t('settings.value.notSet'),
    ]);
});
