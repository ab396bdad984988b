import type { SourceTree } from './layers.ts';

/** Lines of style sheets per line of the web app's code: layout is that of the kit's parts, not of sheets of our own. */
const styleSheetShare = 0.13;

/** Whether the style sheets of the web app have outgrown its code. */
export function styleSheetErrors(tree: SourceTree): string[] {
  const linesOf = (isCounted: (path: string) => boolean) =>
    [...tree].reduce((sum, [path, text]) => (isCounted(path) ? sum + text.split('\n').length : sum), 0);
  const inWeb = (path: string, extension: RegExp) => path.startsWith('web/src/') && extension.test(path);
  const sheets = linesOf((path) => inWeb(path, /\.css$/));
  const code = linesOf((path) => inWeb(path, /\.tsx?$/) && !/\.test\.tsx?$/.test(path));
  return sheets <= code * styleSheetShare
    ? []
    : [
        `web/src: ${sheets} lines of style sheets for ${code} of code, more than ${styleSheetShare} of them; use the parts of the kit`,
      ];
}
