// Refuses tests of a setting's kind by name outside the two registries of kinds, and tests of how its values are
// inherited outside those and the strategies of inheritance: node scripts/check-field-kinds.ts
import { join } from 'node:path';
import { fieldKinds } from '../contract/src/settings/kinds/registry.ts';
import { readTree } from './check-structure.ts';
import type { SourceTree } from './structure/layers.ts';

const registries = ['contract/src/settings/kinds/', 'web/src/settings/kinds/'];

const name = `['"\`](?:${Object.keys(fieldKinds).join('|')})['"\`]`;

/** How code tests a kind, or a field's name in place of its kind. */
const patterns = [
  // field.kind === 'text', field?.['kind'] !== 'text', 'text' === kind
  new RegExp(`(?<![\\w$])(?:kind|field)['"\`]?\\]?\\s*[!=]==?\\s*${name}`, 'g'),
  new RegExp(`${name}\\s*[!=]==?\\s*(?:[\\w$]+\\??\\.)*kind\\b`, 'g'),
  // case 'text':
  new RegExp(`\\bcase\\s+${name}\\s*:`, 'g'),
  // ['text', 'colour'].includes(field.kind)
  /\.(?:includes|has|indexOf)\(\s*(?:[\w$]+\??\.)*kind\s*\)/g,
  // Exclude<FieldKind, 'list'>
  /\b(?:Exclude|Extract)<\s*FieldKind\b/g,
  // SQL: kind = 'text', field <> 'secret', kind in ('text', 'colour')
  new RegExp(
    `\\b(?:kind|field)\\s*(?:=|<>|!=|(?:not\\s+)?in\\s*\\()\\s*'(?:${Object.keys(fieldKinds).join('|')})'`,
    'gi',
  ),
];

const inheritances = 'api/src/settings/inheritance/';

/** The files besides the registries and the strategies that ask whether a list is inherited row by row. */
const inheritanceReaders = [
  // divide the fields of a section, and tell the modes of one
  'contract/src/settings/engine/section.ts',
  // resolve and describe effective values for server and browser alike
  'contract/src/settings/lists/list-rows.ts',
  'contract/src/settings/engine/configuration-values.ts',
  // label and compare rows, which only the browser does
  'web/src/settings/section/section-labels.ts',
  'web/src/settings/bulk/bulk-differences.tsx',
  'web/src/settings/compare/differences.ts',
];

// isRowWise(field), fields.some(isRowWise), field.inheritance === 'rows'
const inheritancePattern = /\bisRowWise\b(?!\s*[,}])|\binheritance\s*[!=]==?/g;

const mayReadInheritance = (path: string): boolean =>
  [...registries, inheritances].some((folder) => path.startsWith(folder)) || inheritanceReaders.includes(path);

const isSql = (path: string): boolean => /^api\/(?:migrations|sql)\/.*\.sql$/.test(path);

/** Whether a file works with settings: it lies in their folders, or imports their definitions. */
const usesSettings = (path: string, source: string): boolean =>
  /^(?:contract|api|web)\/src\/settings\//.test(path) ||
  /from\s+['"][^'"]*settings\/(?:sections|(?:engine|kinds|lists|sections)\/[a-z-]+)(?:\.ts)?['"]/.test(source);

const isProductCode = (path: string): boolean =>
  /^(?:contract|api|web)\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);

const isChecked = (path: string, source: string): boolean =>
  isSql(path) ||
  (isProductCode(path) && !registries.some((folder) => path.startsWith(folder)) && usesSettings(path, source));

const withoutComments = (source: string): string =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/^\s*(?:\/\/|--).*$/gm, (comment) => ' '.repeat(comment.length));

/** Every test of a setting's kind by name, each with the way to fix it. */
export function fieldKindErrors(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, source]) => {
    if (!isChecked(path, source)) return [];
    const code = withoutComments(source);
    return patterns
      .flatMap((pattern) => [...code.matchAll(pattern)])
      .map((match) => {
        const line = code.slice(0, match.index).split('\n').length;
        return `${path}:${line} ${match[0].trim()}: tests a kind by name; ask the kind instead, in one of ${registries.join(', ')}`;
      });
  });
}

/** Every test of how a field is inherited, in a file that has to call the field's strategy instead. */
export function inheritanceErrors(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, source]) => {
    if (!isProductCode(path) || mayReadInheritance(path)) return [];
    const code = withoutComments(source);
    return [...code.matchAll(inheritancePattern)].map((match) => {
      const line = code.slice(0, match.index).split('\n').length;
      return `${path}:${line} ${match[0].trim()}: tests how a field is inherited; call inheritanceOf(field), or select fields by rowWiseLists, wholeFields or rowWiseList`;
    });
  });
}

if (import.meta.main) {
  const tree = readTree(join(import.meta.dirname, '..'));
  const errors = [...fieldKindErrors(tree), ...inheritanceErrors(tree)];
  for (const error of errors) console.error(error);
  if (errors.length > 0) process.exitCode = 1;
  else
    console.log(
      `field kinds: ${Object.keys(fieldKinds).length} kinds, no test of one outside ${registries.join(', ')}`,
    );
}
