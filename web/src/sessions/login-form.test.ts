import { languageNames } from '@storeward/contract/reference';
import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { layOutSignInPage } from '../../test/sign-in-page.ts';

test('the form sends nothing by itself, and the choice of language knows every language', () => {
  const form = layOutSignInPage();
  expect(form.getAttribute('method')).toBe('dialog');
  const offered = screen.getAllByRole<HTMLOptionElement>('option').filter(({ lang }) => lang);
  expect(offered.map(({ value, text }) => [value, text])).toEqual(Object.entries(languageNames));
});
