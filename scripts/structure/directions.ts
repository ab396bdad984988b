import { type Arrow, arrowsOf, circlesOf } from './imports.ts';
import { nameOf } from './rooms.ts';
import { contractNouns, domains, foundations, storeyOf, type Tree } from './storeys.ts';

/** What a kind of import plugs into the engine by. */
const socket = 'api/src/imports/kind.ts';

const ending = /\.(?:ts|tsx|mjs|css|json|svg|png|webp|woff2|webm)(?:\?\w+)?$/;

/** What is wrong with the arrows between the files, one message for each, with the way to mend it. */
export function directionFaults(tree: Tree): string[] {
  const arrows = arrowsOf(tree);
  const astray = arrows.flatMap((arrow) => {
    const mend = arrow.to === undefined ? foreign(arrow) : astrayMend(arrow.from, arrow.to, arrow.spoken);
    return mend === undefined ? [] : [`${arrow.from} imports ${arrow.spoken}: ${mend}`];
  });
  const circles = circlesOf(arrows).map(
    (circle) =>
      `${circle.join(' -> ')}: a circle; hand down as an argument what the lower file needs from the upper one`,
  );
  return [...new Set([...astray, ...circles])];
}

function foreign({ from, spoken }: Arrow): string | undefined {
  if (!from.startsWith('contract/src/') || isTest(from) || /^zod(?:\/|$)/.test(spoken)) return undefined;
  return 'the contract imports nothing but zod, since the browser carries it; move what needs the library to api or web';
}

function astrayMend(from: string, to: string, spoken: string): string | undefined {
  if (spoken.startsWith('.') && !ending.test(spoken)) return 'say the ending too, like ./queries.ts';
  const [here = '', there = ''] = [from.split('/')[0], to.split('/')[0]];
  if (here !== there) return betweenWorkspaces(from, to, spoken);
  if (isTest(from) && to.startsWith(`${here}/test/`)) return undefined;
  if (here === 'contract') return withinContract(from, to);
  if (here === 'api') return from.startsWith('api/src/') ? withinApi(from, to) : undefined;
  if (here === 'web') return from.startsWith('web/src/') ? withinWeb(from, to) : undefined;
  return undefined;
}

function betweenWorkspaces(from: string, to: string, spoken: string): string | undefined {
  const [here = '', there = ''] = [from.split('/')[0], to.split('/')[0]];
  if (here === 'contract') return `the contract leans on nobody; move this to ${there}, or hand it down as an argument`;
  if (['scripts', 'bench'].includes(here) && there === 'web')
    return `${here} know api and contract; the web app is built, not imported`;
  if (here === 'api' && there === 'web')
    return 'the server does not know the browser; what both need lives in contract';
  if (here === 'web' && there === 'api')
    return 'the browser speaks with the server only through contract; name the shape there';
  if (/^api\/src\/(?:main|admin)\.ts$/.test(from) && to.startsWith('scripts/seed')) return undefined;
  if (['api', 'web'].includes(here) && there !== 'contract')
    return `${there} stands outside the product; move this into ${here}`;
  if (['api', 'web'].includes(here) && spoken.startsWith('.')) {
    return `say @storeward/contract/${to.replace(/^contract\/src\//, '').replace(/\.ts$/, '')}`;
  }
  return undefined;
}

function withinContract(from: string, to: string): string | undefined {
  const [here, there] = [domainOf(from), domainOf(to)];
  if (here === undefined && there !== undefined && foundations.includes(nameOf(from))) {
    return `${nameOf(from)} is a foundation beneath every domain; move this to contract/src/${there}`;
  }
  return storeysFall(
    'contract',
    here,
    there,
    `import it from ${here} instead, or move it to a foundation (${foundations.join(', ')})`,
  );
}

function withinApi(from: string, to: string): string | undefined {
  const [here, there] = [roomOf(from), roomOf(to)];
  if (here === undefined) return undefined;
  if (there === undefined)
    return `nobody imports ${nameOf(to)}; it is the top of the house, hand it down as an argument`;
  if (here === 'platform') {
    return there === 'platform'
      ? undefined
      : `platform lies beneath every domain; move this to ${there}/service.ts, or hand it down as an argument`;
  }
  if (!isTest(from) && nameOf(from) === 'policy') {
    if (to === 'api/src/platform/actor.ts') return undefined;
    return `a policy is pure: it knows contract and platform/actor.ts; move this to ${here}/service.ts, which asks the policy`;
  }
  if (!isTest(from) && nameOf(from) === 'queries') {
    if (/^api\/src\/platform\/(?:http|context)\.ts$/.test(to))
      return `queries take (db, scope, …) and know no request; move this to ${here}/service.ts`;
    if (there === here && ['service', 'policy'].includes(nameOf(to)))
      return `queries stand below their ${nameOf(to)}; move this to ${here}/service.ts`;
  }
  if (there === 'platform' || there === here) return undefined;
  const falls = storeysFall(
    'api',
    here,
    there,
    `move this to ${there}/service.ts, or ask ${there}/queries.ts from there`,
  );
  if (falls) return falls;
  if (['queries', 'policy'].includes(nameOf(to)) || to === socket) return undefined;
  return `of another domain only queries.ts and policy.ts may be asked; ask ${there}/queries.ts instead, or hand the answer down`;
}

function withinWeb(from: string, to: string): string | undefined {
  const [here, there] = [roomOf(from), roomOf(to)];
  if (here === undefined || to.startsWith('web/src/phrases/')) return undefined;
  if (there === undefined)
    return `nobody imports ${nameOf(to)}; it is the top of the house, hand it down as an argument`;
  if (here === there || here === 'app') return undefined;
  if (there === 'app') return `app stands above ${here}; move this to app, or hand it down as an argument`;
  if (here === 'platform')
    return `platform lies beneath ${there}; move this to ${there}, or hand it down as an argument`;
  if (here === 'ui') {
    if (there !== 'platform')
      return `ui could ship in another product and knows no ${there}; hand it down as a property`;
    if (to === 'web/src/platform/session.ts' && nameOf(from) === 'permit') return undefined;
    return 'of the platform ui knows only session.ts, and that only in permit; hand it down as a property';
  }
  if (there === 'platform' || there === 'ui') return undefined;
  if (here === 'screens') return `screens serves every domain and knows no ${there}; hand it down as an argument`;
  if (there === 'screens') return undefined;
  const falls = storeysFall('web', here, there, 'compose the two in app, or hand it down as an argument');
  if (falls) return falls;
  if (nameOf(to) === 'queries' || nameOf(to).endsWith('-picker')) return undefined;
  return `of another domain only queries.ts or a picker may be used; compose the two in app`;
}

/** Undefined when the arrow falls; else what stands where, and how to mend it. */
function storeysFall(
  workspace: string,
  here: string | undefined,
  there: string | undefined,
  mend: string,
): string | undefined {
  if (here === undefined || there === undefined || here === there) return undefined;
  const [from, to] = [storeyOf(here), storeyOf(there)];
  if (from === undefined || to === undefined || to < from) return undefined;
  const relation =
    from === to
      ? `${here} and ${there} stand on one floor and do not lean on each other`
      : `${here} stands below ${there}`;
  if (workspace === 'api' && from === to)
    return `${relation}: ask both from a floor above, or hand it down as an argument`;
  return `${relation}: ${mend}`;
}

/** The folder right under src that a file lies in; undefined for the files at the top. */
function roomOf(path: string): string | undefined {
  const parts = path.split('/');
  return parts[1] === 'src' && parts.length > 3 ? parts[2] : undefined;
}

/** The domain a file of the contract speaks of; undefined for a foundation. */
function domainOf(path: string): string | undefined {
  const word = path.replace(/^contract\/src\//, '').replace(/(?:\.test)?\.ts$|\/.*$/g, '');
  return domains.includes(word) ? word : contractNouns[word];
}

function isTest(path: string): boolean {
  return /\.(?:test|spec)\.tsx?$/.test(path);
}
