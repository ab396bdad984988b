import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../api/src/platform/database/server/postgres.ts';
import { licencesOf } from '../licences.ts';
import { type Figure, type ProofOptions, withTempFolder } from './setup.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const largestMb = 250;

/** One instruction of a Dockerfile with its words, continued lines joined. */
type Instruction = { readonly name: string; readonly text: string };

/**
 * Runs the steps of the Dockerfile without a container engine: in a clean folder, from the files that git knows, with the Node
 * that runs this. Then starts the result on an empty database.
 */
export async function imageSteps({ log }: ProofOptions): Promise<Figure[]> {
  return withTempFolder(async (folder) => {
    const source = join(folder, 'source');
    const at = (path: string) => join(folder, path);
    mkdirSync(source);
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
    const ignored = ignoredFiles();
    for (const file of files.filter((one) => one !== '' && !ignored(one) && existsSync(join(root, one))))
      cpSync(join(root, file), join(source, file), { recursive: true });
    const settings: Record<string, string> = {};
    let workFolder = '/';
    for (const { name, text } of instructions(readFileSync(join(root, 'Dockerfile'), 'utf8'))) {
      if (name === 'WORKDIR') mkdirSync(at((workFolder = text)), { recursive: true });
      if (name === 'ENV') for (const [, key = '', value = ''] of text.matchAll(/(\w+)=(\S*)/g)) settings[key] = value;
      if (name === 'COPY') copy(text, { source, at, workFolder });
      if (name === 'RUN' && workFolder === '/build') {
        log(text);
        execFileSync('sh', ['-ec', text], {
          cwd: at(workFolder),
          stdio: ['ignore', 'ignore', 'inherit'],
          env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` },
        });
      }
    }
    const bytes = Number(execFileSync('du', ['-sb', at('/app')], { encoding: 'utf8' }).split('\t')[0]);
    const megabytes = Math.round(bytes / 1e6);
    const unlisted = unlistedPackages(at('/app'));
    const { ready, page } = await startImage(at('/app'), settings);
    return [
      {
        label: 'files of the image without Node',
        measured: `${megabytes} MB`,
        expected: `below ${largestMb} MB`,
        passed: megabytes < largestMb,
      },
      {
        label: 'packages that its bill of materials lacks',
        measured: String(unlisted.length),
        expected: '0',
        passed: unlisted.length === 0,
      },
      { label: 'readiness of the result', measured: String(ready), expected: '200', passed: ready === 200 },
      { label: 'sign-in page of the result', measured: String(page), expected: '200', passed: page === 200 },
    ];
  });
}

/** The installed packages that are not in the bill of materials at the path that the image's label names. */
function unlistedPackages(folder: string): string[] {
  const { components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string; group?: string; version: string }[];
  };
  const listed = new Set(components.map((one) => `${one.group ? `${one.group}/` : ''}${one.name}@${one.version}`));
  return licencesOf(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
    .map((one) => `${one.name}@${one.version}`)
    .filter((one) => !listed.has(one));
}

/** The patterns of .dockerignore, of which only the forms used there are known. */
function ignoredFiles(): (path: string) => boolean {
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const expressions = patterns.map((pattern) =>
    pattern.startsWith('**/')
      ? new RegExp(`(^|/)${pattern.slice(3).replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(/|$)`)
      : new RegExp(`^${pattern.replaceAll('.', '\\.')}(/|$)`),
  );
  return (path) => expressions.some((expression) => expression.test(path));
}

const instructions = (text: string): Instruction[] =>
  text
    .replaceAll(/^#.*$/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ name: line.split(' ', 1)[0]!, text: line.slice(line.indexOf(' ') + 1).trim() }));

function copy(
  text: string,
  {
    source,
    at,
    workFolder,
  }: { readonly source: string; readonly at: (path: string) => string; readonly workFolder: string },
): void {
  const words = text.split(/\s+/);
  const isBuilt = words[0]!.startsWith('--from=');
  const paths = isBuilt ? words.slice(1) : words;
  const target = join(at(workFolder), paths.at(-1)!);
  const isFolder = paths.at(-1)!.endsWith('/') || paths.length > 2;
  for (const path of paths.slice(0, -1)) {
    const from = isBuilt ? at(path) : join(source, path);
    const isOne = statSync(from).isFile();
    cpSync(from, isOne && isFolder ? join(target, path.split('/').at(-1)!) : target, {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
}

async function startImage(folder: string, settings: Record<string, string>): Promise<{ ready: number; page: number }> {
  return withTempFolder(async (dataDir) => {
    const database = await startPostgres({ dataDir, fast: true });
    const options = {
      cwd: folder,
      env: {
        ...settings,
        PORT: '0',
        HOST: '127.0.0.1',
        COMMIT: '',
        DATA_DIR: join(dataDir, 'data'),
        DATABASE_URL: database.ownerUrl,
        SECRET_KEY: 'ab'.repeat(32),
        LOG_LEVEL: 'silent',
      },
    };
    // no host is served before there is an administrator
    const create = ['create', '--username', 'anna', '--email', 'anna@shop.example'];
    execFileSync(process.execPath, ['api/src/cli/admin.ts', ...create], { ...options, stdio: 'ignore' });
    const child = spawn(process.execPath, ['api/src/main.ts'], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const port = await new Promise<string>((resolve, reject) => {
        let output = '';
        child.stdout.setEncoding('utf8').on('data', (part: string) => {
          const found = /is ready at http:\/\/localhost:(\d+)/.exec((output += part))?.[1];
          if (found) resolve(found);
        });
        child.on('exit', (code) => reject(new Error(`it ended with ${code}: ${output}`)));
      });
      const status = async (path: string) => (await fetch(`http://localhost:${port}${path}`)).status;
      return { ready: await status('/health/ready'), page: await status('/login') };
    } finally {
      child.kill('SIGTERM');
      await database.stop();
    }
  });
}
