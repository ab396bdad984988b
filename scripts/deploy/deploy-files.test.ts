import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import composeverter from 'composeverter';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { readEnvironment } from '../../api/src/platform/environment/environment.ts';
import { startTestServer } from '../../api/test/server.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const kubernetes = 'deploy/kubernetes';

type Json = { readonly [name: string]: any }; // oxlint-disable-line typescript/no-explicit-any -- YAML of any shape

const resources: Json[] = globSync('*.yaml', { cwd: join(root, kubernetes) }).flatMap((name) =>
  parseAllDocuments(read(`${kubernetes}/${name}`), { uniqueKeys: true, strict: true }).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Json;
  }),
);
const resource = (kind: string) => resources.find((one) => one['kind'] === kind) as Json;
const variables = (text: string) =>
  [...text.matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '']) => name);
const known = new Set(variables(read('.env.example')));

const token = 'a-token-of-the-tests-0123456789';
const metricNames = async () => {
  const server = await startTestServer({ metricsToken: token });
  const { text } = await server.request({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
  return new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
    ),
  );
};
const namesIn = (text: string) =>
  [...new Set(text.match(/\b(?:storeward|nodejs|process)_[a-z0-9_]+\b/g))].filter(
    (name) => !name.startsWith('process_env'),
  );

test.for(['deploy/prometheus/rules.yaml', 'deploy/grafana/storeward.json'])(
  '%s names only metrics that the portal has',
  async (path) => {
    const names = namesIn(read(path));
    expect(names.length).toBeGreaterThan(10);
    const shown = await metricNames();
    expect(names.filter((name) => !shown.has(name))).toEqual([]);
  },
);

test('every alert has an expression, a severity and a summary, and its name once', () => {
  const { groups } = parse(read('deploy/prometheus/rules.yaml')) as Json;
  const rules: Json[] = groups.flatMap(({ rules: ofGroup }: Json) => ofGroup);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, expr, labels, annotations } of rules)
    expect({ alert, expr, labels, annotations }).toEqual({
      alert: expect.stringMatching(/^Storeward/),
      expr: expect.any(String),
      labels: { severity: expect.stringMatching(/^(critical|warning)$/) },
      annotations: { summary: expect.any(String) },
    });
});

test('the rules of the cluster are those of Prometheus', () => {
  expect(resource('PrometheusRule')['spec']).toEqual(parse(read('deploy/prometheus/rules.yaml')));
});

test('the customization lists every resource, and all run in one namespace as an ordinary user', () => {
  const files = globSync('*.yaml', { cwd: join(root, kubernetes) }).filter((name) => name !== 'kustomization.yaml');
  expect([...(resource('Kustomization')['resources'] as string[])].sort()).toEqual(files.sort());
  for (const kind of ['Deployment', 'Job']) {
    const { spec } = resource(kind)['spec'].template;
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    for (const { securityContext } of spec.containers)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  }
});

test('the selectors of service, budget, autoscaler and monitoring match the pods of the portal', () => {
  const { replicas, template } = resource('Deployment')['spec'];
  expect(replicas).toBe(2);
  expect(resource('Service')['spec'].selector).toEqual(template.metadata.labels);
  expect(resource('PodDisruptionBudget')['spec'].selector.matchLabels).toEqual(template.metadata.labels);
  expect(resource('ServiceMonitor')['spec'].selector.matchLabels).toEqual(resource('Service')['metadata'].labels);
  expect(resource('HorizontalPodAutoscaler')['spec'].scaleTargetRef.name).toBe(resource('Deployment')['metadata'].name);
  const ports: Json[] = template.spec.containers[0].ports;
  expect(ports.map(({ containerPort }) => containerPort)).toEqual([8080, 9464]);
});

test('the cluster and the compose file set only variables that the portal reads, with valid values', () => {
  const settings = `${read(`${kubernetes}/portal.env`)}${read(`${kubernetes}/secrets.example.env`)}`;
  expect(variables(settings).filter((name) => !known.has(name))).toEqual([]);
  const values = Object.fromEntries(
    settings
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => line.split(/=(.*)/s)),
  );
  const filled = { ...values, SECRET_KEY: 'ab'.repeat(32), S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' };
  expect(readEnvironment(filled)).toMatchObject({
    environment: 'production',
    metricsPort: 9464,
    auditAnchorBucket: true,
  });
  const compose = parse(read('deploy/compose/compose.yaml'), { merge: true }) as Json;
  const portal = compose['services'].portal.environment as Record<string, string>;
  expect(Object.keys(portal).filter((name) => !known.has(name))).toEqual([]);
  const example: Record<string, string> = { DOMAIN: 'portal.example.com', SECRET_KEY: 'ab'.repeat(32) };
  const substituted = Object.fromEntries(
    Object.entries(portal).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, key: string, other = '') => example[key] ?? (other || 'x')),
    ]),
  );
  expect(readEnvironment(substituted)).toMatchObject({ publicUrl: 'https://portal.example.com', accessLog: true });
});

test('the compose file follows the specification of Compose', () => {
  const invalid = (text: string) =>
    composeverter
      .validateDockerComposeToCommonSpec(stringify(parse(text, { merge: true }), { aliasDuplicateObjects: false }))
      .map(({ message }) => message);
  const text = read('deploy/compose/compose.yaml');
  expect(invalid(text)).toEqual([]);
  expect(invalid(text.replace('healthcheck:', 'healthchek:'))).toEqual([
    expect.stringContaining("'healthchek' is unknown"),
  ]);
  expect(invalid(text.replace('service_healthy', 'healthy'))).not.toEqual([]);
  expect(invalid(text.replace('interval: 5s', 'interval: soon'))).not.toEqual([]);
});

test('every service of the compose file names its image or its build, and variables that its example sets', () => {
  const text = read('deploy/compose/compose.yaml');
  const { services } = parse(text, { merge: true }) as Json;
  expect(Object.keys(services)).toEqual(['portal', 'operator', 'database', 'pooler', 'files', 'mail', 'proxy']);
  for (const one of Object.values(services as Json))
    expect((one as Json)['image']).toEqual(expect.stringMatching(/.+:.+/));
  const needed = [...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name = '']) => name);
  const example = variables(read('deploy/compose/env.example'));
  expect([...new Set(needed)].filter((name) => !example.includes(name))).toEqual([]);
});

test('the image contains what its command needs, and runs as an ordinary user with a health check', () => {
  const lines = read('Dockerfile');
  expect(lines).toMatch(/^USER 10001:0$/m);
  expect(lines).toMatch(/^HEALTHCHECK /m);
  expect(lines).toContain('CMD ["node", "api/src/main.ts"]');
  const copied = [...lines.matchAll(/^COPY --from=build \/build\/(\S+)/gm)].map(([, path = '']) => path);
  for (const path of [
    'package.json',
    'node_modules',
    'contract/src',
    'api/sql',
    'api/migrations',
    'api/src',
    'scripts',
    'web/dist',
  ])
    expect(copied).toContain(path);
});

test('the image has a bill of materials of what it ships at the path that its label names', () => {
  const [build = '', image = ''] = read('Dockerfile')
    .split(/^FROM /m)
    .slice(1);
  expect(build).toMatch(/^RUN npm run -s sbom > sbom\.cdx\.json$/m);
  expect(image).toMatch(/^WORKDIR \/app$/m);
  expect(image).toMatch(/^COPY --from=build .*\/build\/sbom\.cdx\.json \.\/$/m);
  expect(image).toMatch(/^LABEL io\.storeward\.sbom="\/app\/sbom\.cdx\.json"$/m);
});

test('every program that the files for containers name exists in the image', () => {
  const files = globSync('deploy/**/*.{yaml,md}', { cwd: root });
  const programs = files.flatMap((file) =>
    [...read(file).matchAll(/\b(?:api|scripts)\/[\w/-]+\.ts\b/g)].map(([path]) => path),
  );
  expect(programs).toContain('api/src/cli/admin.ts');
  expect(programs.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
