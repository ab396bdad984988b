import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

type Resource = { readonly apiVersion: string; readonly kind: string };
const resources = globSync('deploy/kubernetes/*.yaml', { cwd: root })
  .toSorted()
  .flatMap((path) => parseAllDocuments(read(path)).map((document) => document.toJS() as Resource));

/** The package with the types of a resource; Kustomize has none. */
const packageOf = ({ apiVersion, kind }: Resource) =>
  apiVersion.startsWith('kustomize.')
    ? undefined
    : `${apiVersion.startsWith('monitoring.') ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models'}/${apiVersion}/${kind}`;

/** What the compiler says of resources as values of their types, which are made from the schemas of Kubernetes; unknown fields are errors. */
function typeErrors(typed: readonly Resource[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'storeward-resources-'));
  try {
    const lines = typed.map((resource, index) => {
      const type = `import('${packageOf(resource)}').I${resource.kind}`;
      return `export const resource${index}: ${type} = ${JSON.stringify(resource)};`;
    });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'resources.ts'), lines.join('\n'));
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '', 'resources.ts'];
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, ...options], {
      cwd: folder,
      encoding: 'utf8',
    });
    return status === 0 ? [] : `${stdout}${stderr}`.trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the resources for Kubernetes have the fields and types of its schemas', () => {
  const typed = resources.filter(packageOf);
  expect(resources.length - typed.length).toBe(1);
  expect(typed.length).toBeGreaterThan(9);
  expect(typeErrors(typed)).toEqual([]);
});

test('a resource with an unknown field or a field of another type is found', () => {
  const deployment = resources.find(({ kind }) => kind === 'Deployment') as Resource & { spec: object };
  const wrong = [
    { ...deployment, spec: { ...deployment.spec, replica: 2 } },
    { ...deployment, spec: { ...deployment.spec, replicas: 'two' } },
  ];
  expect(typeErrors(wrong)).toEqual([
    expect.stringMatching(/resources\.ts\(1,.*"replica"' does not exist/),
    expect.stringMatching(/resources\.ts\(2,.*'string' is not assignable to type 'number'/),
  ]);
});
