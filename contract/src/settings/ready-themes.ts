import { defaultTheme, type Theme } from './theme.ts';

/** Looks to begin with, each by an id and an English name; the first is that of a portal nobody has themed. */
export const readyThemes: readonly { readonly id: string; readonly name: string; readonly theme: Theme }[] = [
  ready('harbour', 'Harbour', {}),
  ready('forest', 'Forest', {
    primaryColour: '#1E7145',
    contractPrimaryColour: '#FFFFFF',
    indentedBackground: '#F7FAF8',
  }),
  ready('berry', 'Berry', {
    primaryColour: '#A3195B',
    contractPrimaryColour: '#FFFFFF',
    indentedBackground: '#FBF8FA',
  }),
  ready('amber', 'Amber', {
    primaryColour: '#F2A900',
    contractPrimaryColour: '#000000',
    indentedBackground: '#FBFAF6',
  }),
  ready('graphite', 'Graphite', {
    primaryColour: '#37424D',
    contractPrimaryColour: '#FFFFFF',
    indentedBackground: '#F6F7F8',
  }),
];

function ready(id: string, name: string, own: Partial<Theme>) {
  return { id, name, theme: { ...defaultTheme, ...own } };
}
