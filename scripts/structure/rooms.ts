import { isCode } from './imports.ts';
import { contractNouns, domains, foundations, type Tree } from './storeys.ts';
import { webNouns } from './web-nouns.ts';

const topFolders = ['.ci', '.github', 'api', 'bench', 'contract', 'docs', 'e2e', 'scripts', 'web'];
const forbidden = ['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'types', 'hooks', 'lib', 'misc'];
const deepest = 4;
const longest = 300;

/** The nouns a server domain may have besides service, policy and queries: a room is named here before it is built. */
const apiNouns: Readonly<Record<string, readonly string[]>> = {
  audit: ['chain'],
  files: ['signed-address', 'sweep'],
  imports: ['kind', 'engine', 'table', 'row-queries', 'guess', 'mapping-queries'],
  nodes: [
    'choices',
    'tree-queries',
    'import',
    'import-words',
    'import-cells',
    'import-changes',
    'import-queries',
    'export',
  ],
  organisations: ['administrator-queries', 'first-administrator'],
  users: [
    'assignment-queries',
    'assignments',
    'bulk',
    'bulk-kind',
    'bulk-preview',
    'bulk-queries',
    'bulk-standing',
    'choices',
    'export',
    'export-queries',
    'import',
    'import-changes',
    'import-queries',
    'import-words',
    'list-queries',
    'one-user',
    'person',
    'present-password',
    'profile',
    'profile-queries',
    'secrets',
    'standing',
    'standing-queries',
    'template',
    'views',
    'view-queries',
  ],
  sessions: [
    'authenticate',
    'sign-in',
    'begin',
    'renew',
    'open-sessions',
    'binding',
    'idle',
    'known-devices',
    'seeings',
    'seeing-queries',
    'seeing-clock',
  ],
  mails: ['worker', 'letter', 'words', 'outbox-page'],
  passwords: [
    'parts',
    'sought',
    'by-administrator',
    'by-mail',
    'by-word',
    'by-link',
    'by-old',
    'invitation',
    'new-password',
    'temporary',
    'blocklist',
  ],
  webhooks: ['worker', 'news', 'effect', 'news-queries', 'message-queries'],
  settings: [
    'resolve',
    'state',
    'change',
    'change-queries',
    'history',
    'radar',
    'secrets',
    'device-configuration',
    'bulk-override',
    'bulk-rules',
    'bulk-queries',
    'bulk-kind',
    'bulk-changes',
    'import',
    'import-cells',
    'export',
    'places',
    'clashes',
    'signing-keys',
  ],
};

const apiRoot = ['main', 'app', 'domains', 'admin'];
const apiNames = ['service', 'policy', 'queries'];
const webRoot = ['main', 'login', 'vite-env'];
const webRooms = ['app', 'screens', 'ui', 'platform', 'phrases'];
const webName = /^(?:queries|[a-z0-9-]+-(?:list|page|form|dialog|picker))$/;
const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** What is wrong with the names and places of the files themselves, one message for each. */
export function roomFaults(tree: Tree): string[] {
  return [...tree].flatMap(([path, source]) =>
    [place(path), barrel(path, source), name(path), vocabulary(path), length(path, source)].filter(
      (fault) => fault !== undefined,
    ),
  );
}

/** The file's own name without folder, test mark and ending: `users/user-list.test.tsx` is called `user-list`. */
export function nameOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/(?:\.test|\.spec|\.gen|\.module|\.d)?\.[a-z]+$/, '');
}

function place(path: string): string | undefined {
  const folders = path.split('/').slice(0, -1);
  const [top] = folders;
  if (top && !topFolders.includes(top)) {
    return `${path}: the house has no ${top}; it stands on ${topFolders.join(', ')}`;
  }
  if (folders.length > deepest) return `${path}: ${folders.length} folders deep; move it up, ${deepest} are enough`;
  const room = [...folders, nameOf(path)].find((word) => forbidden.includes(word));
  if (room && isCode(path)) {
    return `${path}: "${room}" says nothing about what is inside; put it into the domain it speaks of, or into platform`;
  }
  return undefined;
}

function barrel(path: string, source: string): string | undefined {
  if (!isCode(path)) return undefined;
  const mend = 'is a barrel; remove it, and import each file by its own name';
  if (nameOf(path) === 'index') return `${path}: ${mend}`;
  if (/^\s*export\s+(?:type\s+)?\*/m.test(source)) return `${path}: "export *" ${mend}`;
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const rest = code.replace(/\bexport\s+(?:type\s+)?\{[^}]*\}\s*from\s*['"][^'"]+['"];?/g, '');
  return rest !== code && rest.trim() === ''
    ? `${path}: it only hands on what others export, so it ${mend}`
    : undefined;
}

function name(path: string): string | undefined {
  if (!isCode(path) || kebab.test(nameOf(path).replaceAll('.', '-'))) return undefined;
  return `${path}: name it in kebab-case, like role-page.tsx`;
}

function length(path: string, source: string): string | undefined {
  const lines = source.split('\n').length - 1;
  if (lines <= longest || path.includes('.gen.')) return undefined;
  return `${path}: ${lines} lines tell more than one story; give the second one a file of its own (at most ${longest})`;
}

function vocabulary(path: string): string | undefined {
  const [workspace, shelf, room, ...inside] = path.split('/');
  if (workspace === 'api' && shelf === 'migrations') return migration(path);
  if (shelf !== 'src' || room === undefined || !isCode(path)) return undefined;
  if (workspace === 'contract') return contractName(path, room, inside);
  if (workspace === 'api') return apiName(path, room, inside);
  if (workspace === 'web') return webFile(path, room, inside);
  return undefined;
}

function migration(path: string): string | undefined {
  return /\/\d{4}-[a-z0-9-]+\.sql$/.test(path) ? undefined : `${path}: name a migration like 0004-roles.sql`;
}

function contractName(path: string, room: string, inside: readonly string[]): string | undefined {
  const word = inside.length > 0 ? room : nameOf(path);
  if ([...domains, ...foundations, ...Object.keys(contractNouns)].includes(word)) return undefined;
  return `${path}: ${word} is neither a domain nor a foundation of the contract; write it into the domain it speaks of, or name it in scripts/structure/storeys.ts first`;
}

function apiName(path: string, room: string, inside: readonly string[]): string | undefined {
  if (inside.length === 0) {
    if (apiRoot.includes(nameOf(path))) return undefined;
    return `${path}: only ${apiRoot.join(', ')} stand at the top of the server; move it into a domain or into platform`;
  }
  if (room === 'platform') return undefined;
  if (!domains.includes(room)) return unknownDomain(path, room);
  const known = [...apiNames, ...(apiNouns[room] ?? [])];
  if (inside.length === 1 && known.includes(nameOf(path))) return undefined;
  return `${path}: api/src/${room} knows ${known.join(', ')}; write it into one of them, or name the new room in apiNouns of scripts/structure/rooms.ts first`;
}

function webFile(path: string, room: string, inside: readonly string[]): string | undefined {
  if (inside.length === 0) {
    if (webRoot.includes(nameOf(path))) return undefined;
    return `${path}: only ${webRoot.join(', ')} stand at the top of the web app; move it into app, screens, ui, platform or a domain`;
  }
  if (webRooms.includes(room)) return undefined;
  if (!domains.includes(room)) return unknownDomain(path, room);
  if (webName.test(nameOf(path)) || webNouns[room]?.includes(nameOf(path))) return undefined;
  return `${path}: a screen's file is called <thing>-list, -page, -form, -dialog or -picker, or queries; rename it, or name the new part in webNouns of scripts/structure/rooms.ts first`;
}

function unknownDomain(path: string, room: string): string {
  return `${path}: ${room} is no domain of the house; put it where its noun lives, or give ${room} a floor in scripts/structure/storeys.ts first`;
}
