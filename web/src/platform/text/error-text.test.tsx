import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { phrase } from '../../../test/phrase.ts';
import { render } from '../../../test/render.tsx';
import germanErrors from '../../phrases/de/errors.json' with { type: 'json' };
import { loadPortalPhrases } from './catalogues.ts';
import { errorText } from './error-text.tsx';
import { applyUserLanguage, initLanguage } from './i18n.ts';

test('the text of an error follows a change of the language while it is shown', async () => {
  await initLanguage(loadPortalPhrases);
  render(errorText('role.nameTaken'));
  expect(screen.getByText(phrase('errors.role.nameTaken'))).toBeDefined();
  await applyUserLanguage('de');
  expect(await screen.findByText(germanErrors['errors.role.nameTaken'])).toBeDefined();
  await applyUserLanguage('en');
});
