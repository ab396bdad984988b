import { expect, test } from 'vitest';
import { contrast } from '../colours.ts';
import { readyThemes } from './ready-themes.ts';
import { Theme } from './theme.ts';

test.for(readyThemes)('the look $id is sound, and its words on colours can be read', ({ theme }) => {
  expect(Theme.parse(theme)).toEqual(theme);
  const { primaryColour, contractPrimaryColour, textColour, backgroundColor, indentedBackground } = theme;
  expect(contrast(contractPrimaryColour, primaryColour)).toBeGreaterThanOrEqual(4.5);
  for (const ground of [backgroundColor, indentedBackground])
    expect(contrast(textColour, ground)).toBeGreaterThanOrEqual(7);
});

test('no two looks are alike', () => {
  for (const part of ['id', 'name', 'theme'] as const)
    expect(new Set(readyThemes.map((look) => JSON.stringify(look[part]))).size).toBe(readyThemes.length);
});
