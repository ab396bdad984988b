import { languageNames } from '@storeward/contract/reference';
import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { mountSignInPage } from '../../test/sign-in-page.ts';

test('uses the method dialog, and lists every language', () => {
  const form = mountSignInPage();
  expect(form.getAttribute('method')).toBe('dialog');
  const options = screen.getAllByRole<HTMLOptionElement>('option').filter(({ lang }) => lang);
  expect(options.map(({ value, text }) => [value, text])).toEqual(Object.entries(languageNames));
});
