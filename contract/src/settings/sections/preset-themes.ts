import { defaultTheme, type Theme } from './theme.ts';

/** Predefined themes with id and English name. The first one is the default theme. */
export const presetThemes: readonly { readonly id: string; readonly name: string; readonly theme: Theme }[] = [
  preset('harbour', 'Harbour', {}),
  preset('forest', 'Forest', {
    primaryColour: '#1E7145',
    contractPrimaryColour: '#FFFFFF',
    indentedBackground: '#F7FAF8',
  }),
  preset('berry', 'Berry', {
    primaryColour: '#A3195B',
    contractPrimaryColour: '#FFFFFF',
    indentedBackground: '#FBF8FA',
  }),
  preset('amber', 'Amber', {
    primaryColour: '#F2A900',
    contractPrimaryColour: '#000000',
    indentedBackground: '#FBFAF6',
  }),
  preset('graphite', 'Graphite', {
    primaryColour: '#37424D',
    contractPrimaryColour: '#FFFFFF',
    indentedBackground: '#F6F7F8',
  }),
];

function preset(id: string, name: string, overrides: Partial<Theme>) {
  return { id, name, theme: { ...defaultTheme, ...overrides } };
}
