import { expect, test } from 'vitest';
import { contrast } from '../../colours.ts';
import { presetThemes } from './preset-themes.ts';
import { Theme } from './theme.ts';

test.for(presetThemes)('the preset theme $id is valid and its text is readable', ({ theme }) => {
  expect(Theme.parse(theme)).toEqual(theme);
  const { primaryColour, contractPrimaryColour, textColour, backgroundColor, indentedBackground } = theme;
  expect(contrast(contractPrimaryColour, primaryColour)).toBeGreaterThanOrEqual(4.5);
  for (const ground of [backgroundColor, indentedBackground])
    expect(contrast(textColour, ground)).toBeGreaterThanOrEqual(7);
});

test('all preset themes differ', () => {
  for (const part of ['id', 'name', 'theme'] as const)
    expect(new Set(presetThemes.map((look) => JSON.stringify(look[part]))).size).toBe(presetThemes.length);
});
