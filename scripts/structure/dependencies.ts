import { cyclesOf, dependenciesOf, type Dependency } from './imports.ts';
import { nameOf } from './file-names.ts';
import { domains, foundations, layerOf, type SourceTree } from './layers.ts';

/** What every kind of run implements for the engine; the one file of a domain that others may import besides queries and policy. */
const importKind = 'api/src/imports/kind.ts';

/** The one file of the web app for programs that operate its screens: texts by key instead of copies of them. */
const screenTexts = 'web/test/phrase.ts';

/** What outsiders run with Node alone, without the rest of the product. */
const standalone = ['api/src/cli/verify/audit-verifier.ts', 'api/src/cli/verify/export-file.ts'];

const extension = /\.(?:ts|tsx|mjs|css|json|svg|png|webp|woff2|webm)(?:\?\w+)?$/;

/** Violations of the rules for imports between files, each with the way to fix it. */
export function dependencyErrors(tree: SourceTree): string[] {
  const dependencies = dependenciesOf(tree);
  const violations = dependencies.flatMap((dependency) => {
    const error =
      dependency.to === undefined ? foreign(dependency) : project(dependency.from, dependency.to, dependency.specifier);
    return error === undefined ? [] : [`${dependency.from} imports ${dependency.specifier}: ${error}`];
  });
  const cycles = cyclesOf(dependencies).map((cycle) => `${cycle.join(' -> ')}: a cycle; pass the value as an argument`);
  return [...new Set([...violations, ...cycles])];
}

const runsAlone = 'outsiders run this file with Node alone; write it out here';

function foreign({ from, specifier }: Dependency): string | undefined {
  if (standalone.includes(from) && !specifier.startsWith('node:')) return runsAlone;
  if (!from.startsWith('contract/src/') || isTest(from) || /^zod(?:\/|$)/.test(specifier)) return undefined;
  return 'the contract imports nothing but zod, since the browser loads it; move this to api or web';
}

function project(from: string, to: string, specifier: string): string | undefined {
  if (specifier.startsWith('.') && !extension.test(specifier)) return 'add the file extension, like ./queries.ts';
  if (standalone.includes(from) && !standalone.includes(to)) return runsAlone;
  if (inCommands(to) && !inCommands(from)) return 'nothing imports the commands of operators; move this below them';
  const [here = '', there = ''] = [from.split('/')[0], to.split('/')[0]];
  if (here !== there) return betweenWorkspaces(from, to, specifier);
  if (isTest(from) && to.startsWith(`${here}/test/`)) return undefined;
  if (here === 'contract') return withinContract(from, to);
  if (here === 'api') return from.startsWith('api/src/') ? withinApi(from, to) : undefined;
  if (here === 'web') return from.startsWith('web/src/') ? withinWeb(from, to) : undefined;
  return undefined;
}

function betweenWorkspaces(from: string, to: string, specifier: string): string | undefined {
  const [here = '', there = ''] = [from.split('/')[0], to.split('/')[0]];
  if (here === 'contract')
    return `the contract depends on no workspace; move this to ${there} or pass it as an argument`;
  if (['scripts', 'bench'].includes(here) && there === 'web')
    return to === screenTexts ? undefined : `${here} may import api and contract, not the web app`;
  if (here === 'api' && there === 'web') return 'the server does not import the web app; share it through contract';
  if (here === 'client' && !isTest(from) && there !== 'contract')
    return 'the client depends on the contract only, since it runs without the product; move this there';
  if (here === 'cli' && from.startsWith('cli/src/') && !['client', 'contract'].includes(there))
    return 'the command line uses the API by its client, since it runs without the product; call an endpoint';
  if (['api', 'web'].includes(here) && ['client', 'cli'].includes(there))
    return 'the client is for other programs; call the service, or the API of web/src/platform/api';
  if (here === 'web' && there === 'api') return 'the web app does not import the server; share it through contract';
  if ((from === 'api/src/main.ts' || (inCommands(from) && isTest(from))) && to.startsWith('scripts/seed'))
    return undefined;
  if (['api', 'web'].includes(here) && there !== 'contract')
    return `${there} is not part of the product; move this into ${here}`;
  if (['api', 'web'].includes(here) && specifier.startsWith('.'))
    return `import @storeward/contract/${to.replace(/^contract\/src\//, '').replace(/\.ts$/, '')}`;
  return undefined;
}

function withinContract(from: string, to: string): string | undefined {
  const [here, there] = [domainOf(from), domainOf(to)];
  if (here === undefined && there !== undefined && foundations.includes(nameOf(from)))
    return `${nameOf(from)} is below every domain; move this to contract/src/${there}`;
  return layering('contract', here, there, `move it to ${here} or to a foundation (${foundations.join(', ')})`);
}

function withinApi(from: string, to: string): string | undefined {
  const [here, there] = [folderOf(from), folderOf(to)];
  if (here === undefined) {
    if (isTest(from) || there === undefined || there === 'platform' || nameOf(to) === 'index') return undefined;
    return `${nameOf(from)} imports only the index.ts of a domain; register this in ${there}/index.ts`;
  }
  if (there === undefined) return `${nameOf(to)} is the top of the server; pass the value as an argument`;
  if (here === 'cli') return undefined;
  if (here === 'platform')
    return there === 'platform'
      ? undefined
      : 'platform is below every domain; move this or pass the value as an argument';
  if (!isTest(from) && nameOf(from) === 'policy') {
    if (to === 'api/src/platform/actor.ts') return undefined;
    return `a policy is pure and imports only contract and platform/actor.ts; move this to ${here}/service.ts`;
  }
  if (!isTest(from) && /(?:^|-)queries$/.test(nameOf(from))) {
    if (to.startsWith('api/src/platform/http/'))
      return `queries take (db, scope, …) and no request; move this to ${here}/service.ts`;
    if (there === here && ['service', 'policy'].includes(nameOf(to)))
      return `queries are below ${nameOf(to)}; move this to ${here}/service.ts`;
  }
  if (there === 'platform' || there === here) return undefined;
  const error = layering('api', here, there, `move this to ${there}/service.ts, or use ${there}/queries.ts there`);
  if (error) return error;
  if (['queries', 'policy'].includes(nameOf(to)) || to === importKind) return undefined;
  return 'of another domain only queries.ts and policy.ts may be imported; pass anything else as an argument';
}

function withinWeb(from: string, to: string): string | undefined {
  const [here, there] = [folderOf(from), folderOf(to)];
  if (here === undefined || to.startsWith('web/src/phrases/')) return undefined;
  if (there === undefined) return `${nameOf(to)} is the top of the web app; pass the value as an argument`;
  if (here === there || here === 'app') return undefined;
  if (there === 'app') return `app is above ${here}; move this to app or pass the value as an argument`;
  if (here === 'platform') return `platform is below ${there}; move this to ${there} or pass the value as an argument`;
  if (here === 'ui') {
    if (there !== 'platform') return 'ui is independent of the product; pass the value as a property';
    if (to === 'web/src/platform/session/session.ts' && nameOf(from) === 'permit') return undefined;
    return 'ui may import session.ts of platform, and only in permit; pass the value as a property';
  }
  if (there === 'platform' || there === 'ui') return undefined;
  if (here === 'records') return `records serves every domain and imports none; pass ${there} as an argument`;
  if (there === 'records') return undefined;
  const error = layering('web', here, there, 'compose the two in app, or pass the value as an argument');
  if (error) return error;
  if (nameOf(to) === 'queries' || nameOf(to).endsWith('-picker')) return undefined;
  return 'of another domain only queries.ts or a picker may be imported; compose the two in app';
}

/** Undefined if the dependency points downwards; else the layers involved, and the way to fix it. */
function layering(
  workspace: string,
  here: string | undefined,
  there: string | undefined,
  mend: string,
): string | undefined {
  if (here === undefined || there === undefined || here === there) return undefined;
  const [from, to] = [layerOf(here), layerOf(there)];
  if (from === undefined || to === undefined || to < from) return undefined;
  const relation = from === to ? `${here} and ${there} share a layer` : `${here} is below ${there}`;
  if (workspace === 'api' && from === to)
    return `${relation}: call both from a higher layer, or pass the value as an argument`;
  return `${relation}: ${mend}`;
}

/** The folder right below src; undefined for files at the top. */
function folderOf(path: string): string | undefined {
  const parts = path.split('/');
  return parts[1] === 'src' && parts.length > 3 ? parts[2] : undefined;
}

/** The domain of a contract file; undefined for a foundation. */
function domainOf(path: string): string | undefined {
  const word = path.replace(/^contract\/src\//, '').replace(/(?:\.test)?\.ts$|\/.*$/g, '');
  return domains.includes(word) ? word : undefined;
}

/** Whether a file belongs to the commands of operators, which are above every domain and may use each. */
function inCommands(path: string): boolean {
  return path.startsWith('api/src/cli/');
}

function isTest(path: string): boolean {
  return /\.(?:test|spec)\.tsx?$/.test(path);
}
