import { isCode } from './imports.ts';
import { domains, foundations, type SourceTree } from './layers.ts';

const topFolders = [
  '.ci',
  '.github',
  'api',
  'bench',
  'cli',
  'client',
  'contract',
  'deploy',
  'docs',
  'e2e',
  'scripts',
  'web',
];
const forbidden = ['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'types', 'hooks', 'lib', 'misc'];
const deepest = 5;
const longest = 300;

/** Files with a limit of their own, with the reason: most may be longer, as splitting them would separate what is read together. */
const lengthLimits: Readonly<Record<string, { readonly lines: number; readonly reason: string }>> = {
  'api/src/platform/http/pipeline/pipeline.ts': {
    lines: 150,
    reason: 'the order of all steps is readable at a glance',
  },
  'web/src/platform/site-map.ts': { lines: 400, reason: 'one table of all screens' },
  'api/src/users/import/import.test.ts': {
    lines: 320,
    reason: 'the rules of a row share one fixture and read as one table',
  },
  'api/src/users/user-commands.test.ts': {
    lines: 320,
    reason: 'create, change and delete of one user share one fixture',
  },
};

/** Top-level files of the server and of the web app. */
const apiRoot = ['main', 'app'];
const webRoot = ['main', 'login', 'vite-env'];
const webFolders = ['app', 'records', 'ui', 'platform', 'phrases'];

/**
 * The roles of files: a file is named by a role, alone or after its noun (`tree-queries`), or by a noun of its own
 * (`sign-in`). The noun of a folder that it lies in may stand before it (`node-search-results` in `nodes/tree`).
 */
const apiRoles = ['service', 'policy', 'queries', 'commands', 'mapper', 'import', 'export', 'worker', 'index'];
const webRoles = ['list', 'page', 'form', 'dialog', 'picker', 'queries', 'columns'];
const mostWords = 2;
/** Terms of several words that count as one; `docs/words.md` explains them. */
const compounds = ['sign-in', 'secret-word', 'access-rights'];
const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Violations of the rules for names, folders and lengths of files, each with the way to fix it. */
export function fileNameErrors(tree: SourceTree): string[] {
  return [...tree].flatMap(([path, source]) =>
    [folder(path), barrel(path, source), caseOf(path), vocabulary(path), length(path, source)].filter(
      (error) => error !== undefined,
    ),
  );
}

/** A file's name without folder, test suffix and extension: `user-list` for `users/user-list.test.tsx`. */
export function nameOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/(?:\.test|\.spec|\.gen|\.module|\.d)?\.[a-z]+$/, '');
}

function folder(path: string): string | undefined {
  const folders = path.split('/').slice(0, -1);
  const [top] = folders;
  if (top && !topFolders.includes(top)) return `${path}: unknown top folder ${top}; use ${topFolders.join(', ')}`;
  if (folders.length > deepest) return `${path}: ${folders.length} folders deep; at most ${deepest}`;
  const vague = [...folders, nameOf(path)].find((word) => forbidden.includes(word));
  if (vague && isCode(path))
    return `${path}: "${vague}" does not say what is inside; name the domain or move to platform`;
  return undefined;
}

function barrel(path: string, source: string): string | undefined {
  if (!isCode(path)) return undefined;
  const mend = 'is a barrel; remove it and import each file by its own name';
  if (nameOf(path) === 'index' && !/^api\/src\/[a-z-]+\/index\.ts$/.test(path)) return `${path}: ${mend}`;
  if (/^\s*export\s+(?:type\s+)?\*/m.test(source)) return `${path}: "export *" ${mend}`;
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const rest = code.replace(/\bexport\s+(?:type\s+)?\{[^}]*\}\s*from\s*['"][^'"]+['"];?/g, '');
  return rest !== code && rest.trim() === '' ? `${path}: only re-exports, so it ${mend}` : undefined;
}

function caseOf(path: string): string | undefined {
  if (!isCode(path) || kebab.test(nameOf(path).replaceAll('.', '-'))) return undefined;
  return `${path}: name it in kebab-case, like role-page.tsx`;
}

function length(path: string, source: string): string | undefined {
  const lines = source.split('\n').length - 1;
  const limit = lengthLimits[path]?.lines ?? longest;
  if (lines <= limit || path.endsWith('.css') || path.includes('.gen.')) return undefined;
  return `${path}: ${lines} lines (at most ${limit}); split it by responsibility`;
}

function vocabulary(path: string): string | undefined {
  const [workspace, shelf, domain, ...inside] = path.split('/');
  if (workspace === 'api' && shelf === 'migrations') return migration(path);
  if (workspace === 'api' && shelf === 'sql') return sqlFile(path);
  if (shelf !== 'src' || domain === undefined || !isCode(path)) return undefined;
  if (workspace === 'contract') return contractFile(path, domain, inside);
  if (workspace === 'api') return apiFile(path, domain, inside);
  if (workspace === 'web') return webFile(path, domain, inside);
  return undefined;
}

function migration(path: string): string | undefined {
  return /\/(?:\d{4}-[a-z0-9-]+\.sql|README\.md)$/.test(path)
    ? undefined
    : `${path}: name a migration like 0004-roles.sql`;
}

function sqlFile(path: string): string | undefined {
  if (!path.endsWith('.sql') || /^api\/sql\/(?:[a-z]+(?:-[a-z]+)*|functions\/[a-z]+(?:_[a-z]+)*)\.sql$/.test(path))
    return undefined;
  return `${path}: name it after its domain, or after the one function it creates, like functions/open_session.sql`;
}

function contractFile(path: string, domain: string, inside: readonly string[]): string | undefined {
  const word = inside.length > 0 ? domain : nameOf(path);
  if ([...domains, ...foundations].includes(word)) return undefined;
  return `${path}: ${word} is neither a domain nor a foundation of the contract; move it into the folder of its domain, or add it to scripts/structure/layers.ts`;
}

function apiFile(path: string, domain: string, inside: readonly string[]): string | undefined {
  if (inside.length === 0) {
    if (apiRoot.includes(nameOf(path))) return undefined;
    return `${path}: only ${apiRoot.join(', ')} belong at the top of the server; move it into a domain or platform`;
  }
  if (domain === 'platform') return undefined;
  if (!domains.includes(domain) && domain !== 'cli') return unknownDomain(path, domain);
  return roleOrNoun(path, apiRoles);
}

function webFile(path: string, domain: string, inside: readonly string[]): string | undefined {
  if (inside.length === 0) {
    if (webRoot.includes(nameOf(path))) return undefined;
    return `${path}: only ${webRoot.join(', ')} belong at the top of the web app; move it into a folder`;
  }
  if (webFolders.includes(domain)) return undefined;
  if (!domains.includes(domain)) return unknownDomain(path, domain);
  return roleOrNoun(path, webRoles);
}

/** `<role>`, `<noun>-<role>`, or a noun of at most two words, each also after the noun of a folder. */
function roleOrNoun(path: string, roles: readonly string[]): string | undefined {
  const words = compounds
    .reduce((name, compound) => name.replace(compound, compound.replaceAll('-', '')), withoutFolder(path))
    .split('-');
  const noun = roles.includes(words.at(-1) ?? '') ? words.slice(0, -1) : words;
  if (noun.length <= mostWords) return undefined;
  return `${path}: name it by its role (${roles.join(', ')}), if need be after a noun, or by a noun of at most ${mostWords} words; the noun of a folder may stand before`;
}

/** The name of a file without the noun of its domain or capability at the beginning: `bulk-bar` for `users/user-bulk-bar.tsx`. */
function withoutFolder(path: string): string {
  const name = nameOf(path);
  const nouns = path
    .split('/')
    .slice(2, -1)
    .flatMap((folderName) => [folderName, folderName.replace(/s$/, '')]);
  const [longestNoun = ''] = nouns
    .filter((noun) => name.startsWith(`${noun}-`))
    .toSorted((one, other) => other.length - one.length);
  return longestNoun === '' ? name : name.slice(longestNoun.length + 1);
}

function unknownDomain(path: string, domain: string): string {
  return `${path}: ${domain} is no domain; move the file, or give ${domain} a layer in scripts/structure/layers.ts`;
}
