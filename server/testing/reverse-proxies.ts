import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, untilListening } from './free-port.ts'

export type ProxyName = 'nginx' | 'HAProxy' | 'Apache' | 'Caddy'
type Place = { folder: string; port: number; upstream: number }

const programs: Record<ProxyName, { path: string; args: string[]; config: (place: Place) => string }> = {
  nginx: {
    path: '/usr/sbin/nginx',
    args: ['-c'],
    config: place =>
      nginxConfig(
        place,
        `server {
          listen 127.0.0.1:${place.port};
          location / {
            proxy_pass http://127.0.0.1:${place.upstream};
            proxy_http_version 1.1;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $http_connection;
          }
        }`,
      ),
  },
  HAProxy: {
    path: '/usr/sbin/haproxy',
    args: ['-db', '-f'],
    config: ({ port, upstream }) => `
defaults
  mode http
  timeout connect 60s
  timeout client 60s
  timeout server 60s
frontend site
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  server node 127.0.0.1:${upstream}
`,
  },
  Caddy: {
    path: '/usr/bin/caddy',
    args: ['run', '--adapter', 'caddyfile', '--config'],
    config: ({ port, upstream }) => `
{
  admin off
}
http://127.0.0.1:${port} {
  reverse_proxy 127.0.0.1:${upstream}
}
`,
  },
  Apache: {
    path: '/usr/sbin/apache2',
    args: ['-DFOREGROUND', '-f'],
    config: place => apacheConfig(place, `ProxyPass / http://127.0.0.1:${place.upstream}/ upgrade=websocket`),
  },
}

export const hasProxy = (name: ProxyName) => existsSync(programs[name].path)

/** A configuration of nginx that contains `site`, and writes errors into `error.log`. */
export function nginxConfig({ folder }: Pick<Place, 'folder'>, site: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${folder}/${name};`,
  )
  return `user root; daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
    http { access_log off; ${paths.join(' ')} ${site} }`
}

/** The modules that the example for Apache names, and those that they need. */
const apacheModules = [
  ...[
    'mpm_event',
    'authz_core',
    'alias',
    'setenvif',
    'filter',
    'headers',
    'deflate',
    'reqtimeout',
    'slotmem_shm',
  ],
  ...[
    'http2',
    'socache_shmcb',
    'ssl',
    'proxy',
    'proxy_http',
    'proxy_balancer',
    'proxy_hcheck',
    'lbmethod_byrequests',
  ],
]

/** A configuration of Apache that contains `site`, and writes errors into `error.log`. */
export function apacheConfig({ folder, port }: Omit<Place, 'upstream'>, site: string): string {
  const modules = apacheModules.map(
    name => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
  )
  return `ServerRoot ${folder}
ServerName localhost
Listen 127.0.0.1:${port}
DefaultRuntimeDir ${folder}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
User www-data
Group www-data
${modules.join('\n')}
${site}
`
}

/**
 * Starts a proxy on a free port of this machine. It sends everything to the port `upstream`, with only the headers that it forwards
 * without further settings, or has the configuration that the function returns.
 */
export async function startProxy(
  name: ProxyName,
  upstream: number | ((place: Omit<Place, 'upstream'>) => string),
): Promise<{ url: string; pid: number; errors: () => string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'grouplight-proxy-'))
  const port = await freePort()
  const file = join(folder, 'config')
  const place = { folder, port }
  writeFileSync(
    file,
    typeof upstream === 'number' ? programs[name].config({ ...place, upstream }) : upstream(place),
  )
  const { path, args } = programs[name]
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const proxy = spawn(path, [...args, file], { stdio: ['ignore', 'ignore', 'pipe'], env })
  let output = ''
  proxy.stderr.on('data', chunk => {
    output += chunk
  })
  const ended = once(proxy, 'exit')
  await untilListening(port, proxy)
  if (proxy.exitCode !== null) throw new Error(`${name} did not start: ${output}`)
  const log = join(folder, 'error.log')
  return {
    url: `http://127.0.0.1:${port}`,
    pid: proxy.pid as number,
    errors: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
    async stop() {
      proxy.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** An example of the folder `deploy` with TLS removed, because it needs a certificate, and with two nodes on this machine. */
export function exampleOnThisMachine(
  file: 'nginx.conf' | 'haproxy.cfg' | 'apache.conf' | 'Caddyfile',
  port: number,
  [one, two = one]: number[],
): string {
  const nodes = [`127.0.0.1:${one}`, `127.0.0.1:${two}`]
  return readFileSync(new URL(`../../deploy/${file}`, import.meta.url), 'utf8')
    .replace(/server \{\s*listen 80;[^}]*\}/, '')
    .replace(/^\s*(ssl_certificate|listen \[::\]).*$/gm, '')
    .replace(/listen 443 .*;/, `listen 127.0.0.1:${port};`)
    .replace(/<VirtualHost \*:80>[\s\S]*?<\/VirtualHost>/, '')
    .replace(/^\s*SSL.*$/gm, '')
    .replace('<VirtualHost *:443>', `<VirtualHost 127.0.0.1:${port}>`)
    .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
    .replace(/^\{$/m, '{\n\tadmin off')
    .replace('{$SITE_NAME}', `http://127.0.0.1:${port}`)
    .replace('{$NODES}', nodes.join(' '))
    .replaceAll(/node-([12]):3000/g, (_, n) => nodes[n - 1] ?? '')
}
