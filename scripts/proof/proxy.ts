import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './product.ts';
import { deployFile, startProgram, untilListening } from './programs.ts';

/** A proxy in front of processes of the product; `ca` is the certificate of who signed its own, if it serves TLS. */
export type Proxy = { readonly port: number; readonly ca?: string };

type OnEnd = (step: () => Promise<unknown>) => void;
type Tls = { readonly certificate: string; readonly key: string };

/** Starts nginx with the files of `deploy/nginx`; without TLS, it behaves as if that had been terminated before. */
export async function startNginx(
  folder: string,
  ports: readonly [number, number],
  { onEnd, hosts }: { readonly onEnd: OnEnd; readonly hosts?: readonly string[] },
): Promise<Proxy> {
  mkdirSync(folder);
  const port = await freePort();
  const tls = hosts && selfSigned(folder, hosts);
  const [processes, site, main] = ['processes.conf', 'storeward.conf', 'nginx.conf'].map((name) => join(folder, name));
  const [first, second] = ports;
  writeFileSync(
    processes!,
    deployFile('nginx/processes.conf', {
      '127.0.0.1:8080': `127.0.0.1:${first}`,
      '127.0.0.1:8081': `127.0.0.1:${second}`,
    }),
  );
  writeFileSync(
    site!,
    deployFile('nginx/storeward.conf', {
      ...(tls ? withTls(port, tls, hosts) : withoutTls(port)),
      '/etc/nginx/storeward/processes.conf': processes!,
    }),
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  writeFileSync(
    main!,
    `daemon off; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')}; worker_processes 2;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http { access_log off; ${temporary.join(' ')} include ${site}; }\n`,
  );
  const running = startProgram('nginx', ['-e', join(folder, 'error.log'), '-p', folder, '-c', main!]);
  onEnd(() => running.stop('SIGTERM'));
  await untilListening(port);
  return { port, ...(tls ? { ca: readFileSync(tls.certificate, 'utf8') } : {}) };
}

const withTls = (port: number, { certificate, key }: Tls, hosts: readonly string[]) => ({
  'listen 443 ssl http2;': `listen 127.0.0.1:${port} ssl http2;`,
  '/etc/ssl/portal.pem': certificate,
  '/etc/ssl/portal.key': key,
  'server_name portal.example.com;': `server_name ${hosts.join(' ')};`,
});

const withoutTls = (port: number) => ({
  'listen 443 ssl http2;': `listen 127.0.0.1:${port};`,
  'ssl_certificate     /etc/ssl/portal.pem;': '',
  'ssl_certificate_key /etc/ssl/portal.key;': '',
  'X-Forwarded-Proto $scheme': 'X-Forwarded-Proto https',
});

function selfSigned(folder: string, hosts: readonly string[]): Tls {
  const tls = { certificate: join(folder, 'portal.pem'), key: join(folder, 'portal.key') };
  const names = hosts.map((host) => `DNS:${host}`).join(',');
  const subject = ['-subj', `/CN=${hosts[0]}`, '-addext', `subjectAltName=${names}`];
  const options = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', tls.key];
  execFileSync('openssl', [...options, '-out', tls.certificate, ...subject], { stdio: 'ignore' });
  return tls;
}

/** Starts Caddy with the file of `deploy/compose`, which gets certificates for names of this machine from itself. */
export async function startCaddy(
  folder: string,
  processPort: number,
  { onEnd, hosts }: { readonly onEnd: OnEnd; readonly hosts: readonly string[] },
): Promise<Proxy> {
  mkdirSync(folder);
  const [port, httpPort] = [await freePort(), await freePort()];
  const file = join(folder, 'Caddyfile');
  const options = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${httpPort}\n}\n`;
  const names = hosts.map((host) => `https://${host}:${port}`).join(', ');
  const changes = { 'portal:8080': `127.0.0.1:${processPort}`, '{$DOMAIN}': names };
  writeFileSync(file, options + deployFile('compose/Caddyfile', changes));
  const running = startProgram('env', [
    `HOME=${folder}`,
    `XDG_DATA_HOME=${folder}`,
    'caddy',
    'run',
    '--config',
    file,
    '--adapter',
    'caddyfile',
  ]);
  onEnd(() => running.stop('SIGTERM'));
  await untilListening(port);
  const root = join(folder, 'caddy/pki/authorities/local/root.crt');
  for (let attempt = 0; attempt < 200 && !existsSync(root); attempt += 1) await delay(50);
  return { port, ca: readFileSync(root, 'utf8') };
}
