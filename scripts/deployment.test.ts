import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../server/src/platform/config/config.ts'
import { settingNames } from '../server/src/platform/config/settings.ts'
import { maxStopMs } from '../server/src/platform/http/listen-and-stop.ts'

// Checks the files for Docker, Compose, proxies and systemd against the product, without running any of these programs.

const read = (path: string) => readFileSync(join(resolve(import.meta.dirname, '..'), path), 'utf8')
const exists = (path: string) => existsSync(join(resolve(import.meta.dirname, '..'), path))
const probes = read('server/src/start/health/probes.ts')
const longestStopSeconds = maxStopMs / 1_000

/** Returns the names that are neither settings of the server nor variables of Node or of the C library. */
const unknown = (names: string[]) =>
  names.filter(name => !settingNames.some(setting => setting === name) && !/^(NODE|MALLOC)_/.test(name))

const image = readDockerfile(read('Dockerfile'))
const files = Object.fromEntries(
  ['compose.yaml', 'compose.proxy.yaml', 'compose.cluster.yaml'].map(name => [
    name,
    parse(read(name), { merge: true }),
  ]),
)
const cluster = files['compose.cluster.yaml']
const example = parseEnv(read('.env.example')) as Record<string, string>
const caddyfile = read('deploy/Caddyfile')

test('the health check of Traefik requests an existing probe', () => {
  const { healthCheck } = parse(read('deploy/traefik.yaml')).http.services.grouplight.loadBalancer
  expect(probes).toContain(`'${healthCheck.path}'`)
})

describe('the Dockerfile', () => {
  test('the Dockerfile copies only files that exist and that .dockerignore allows', () => {
    const allowed = read('.dockerignore').match(/(?<=^!).+/gm) ?? []
    const copied = image.of('COPY').filter(words => !words[0]?.startsWith('--from='))
    expect(copied.length).toBeGreaterThan(5)
    for (const source of copied.flatMap(words => words.slice(0, -1))) {
      expect(exists(source), source).toBe(true)
      const isAllowed = allowed.some(
        path => `${path}/`.startsWith(`${source}/`) || source.startsWith(`${path}/`),
      )
      expect(isAllowed, source).toBe(true)
    }
  })

  test('the image runs only existing files, starts under an init process, and not as root', () => {
    const files = read('Dockerfile').match(/\bserver\/src\/[\w/-]+\.ts/g) ?? []
    expect(files).toContain(JSON.parse(image.last('CMD')).at(-1))
    expect(files.filter(file => !exists(file))).toEqual([])
    expect(JSON.parse(image.last('ENTRYPOINT'))[0]).toBe('tini')
    expect(image.last('USER')).toBe('grouplight')
  })

  test('the image is labelled with the description and the licence of package.json', () => {
    const { description, license } = JSON.parse(read('package.json'))
    expect(image.last('LABEL')).toContain(`org.opencontainers.image.description="${description}"`)
    expect(image.last('LABEL')).toContain(`org.opencontainers.image.licenses="${license}"`)
  })

  test('every base image is named by a build argument', () => {
    const given = image.of('ARG').map(([argument = '']) => `\${${argument.split('=')[0]}}`)
    const stages = image.of('FROM').flatMap(([, , name = '']) => name)
    for (const [from = ''] of image.of('FROM')) expect([...given, ...stages]).toContain(from)
  })

  test('the variables, the port, the volume and the health check of the image match the server', () => {
    expect(unknown(Object.keys(image.env))).toEqual([])
    expect(readConfig(image.env)).toMatchObject({ port: Number(image.last('EXPOSE')), host: '0.0.0.0' })
    expect(image.last('VOLUME')).toBe(image.env.DATA_DIR)
    expect(probes).toContain(`'${image.last('HEALTHCHECK').match(/\/api\/\w+/)?.[0]}'`)
  })
})

describe('the health check of the image', () => {
  const [, command = '[]'] = / CMD (\[.*\])$/.exec(image.last('HEALTHCHECK')) ?? []
  const [program = '', ...args]: string[] = JSON.parse(command)

  test('starts no Node, and runs every 30 seconds', () => {
    expect(program).toBe('bash')
    expect(image.last('HEALTHCHECK')).toContain('--interval=30s ')
  })

  test.each([
    [200, 0],
    [503, 1],
  ])('for the response %i ends with the exit code %i', async (status, code) => {
    const server = createServer((_request, response) => void response.writeHead(status).end('{}'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    // `docker run --env-file` keeps the quotes.
    const env = { PATH: process.env.PATH, PORT: `"${port}"` }
    const [exitCode] = await once(spawn(program, args, { env, stdio: 'ignore' }), 'exit')
    server.close()
    expect(exitCode).toBe(code)
    const [withoutServer] = await once(spawn(program, args, { env, stdio: 'ignore' }), 'exit')
    expect(withoutServer).toBe(1)
  })
})

describe.each(Object.entries(files))('%s', (name, { services, networks, volumes }) => {
  const text = read(name)
  const { proxy } = services
  const all = Object.values<typeof proxy>(services)
  const nodes = Object.keys(services).filter(name => services[name].image === 'grouplight')

  test('every variable is in .env.example, and has a default or an error message for a missing value', () => {
    const used = [...text.matchAll(/\$\{(\w+)([^}]*)\}/g)]
    const names = [...new Set(used.map(([, name = '']) => name))].sort()
    expect(Object.keys(example)).toEqual(expect.arrayContaining(names))
    expect(unknown(Object.keys(example)).sort()).toEqual(['POSTGRES_PASSWORD', 'SITE_NAME'])
    for (const [, name, fallback] of used)
      expect(fallback, name).toMatch(/^(:-.*|:\?copy \.env\.example to \.env and fill it in)$/)
  })

  if (proxy)
    test('the proxy has the addresses of all nodes, and its mounted configuration exists', () => {
      const addresses = nodes.map(name => `${name}:${image.env.PORT}`)
      expect(proxy.environment.NODES.split(' ')).toEqual(addresses)
      const mounted = proxy.volumes.find((volume: string) => volume.startsWith('./')).split(':')[0]
      expect(exists(mounted)).toBe(true)
    })

  test('the proxy has a fixed address that no other container can get, and every node trusts this address', () => {
    const network = networks.front ? 'front' : 'default'
    const { subnet, ip_range, gateway } = networks[network].ipam.config[0]
    // A proxy outside of the containers comes from the gateway.
    const address: string = proxy ? proxy.networks[network].ipv4_address : gateway
    expect(contains(subnet, address)).toBe(true)
    if (proxy) expect([contains(ip_range, address), gateway === address]).toEqual([false, false])
    for (const name of nodes) expect(services[name].environment.TRUSTED_PROXIES).toBe(address)
  })

  test('every container has limits of memory and processes, no capabilities but those it names, and a file system that it cannot change', () => {
    for (const service of all)
      expect(service).toMatchObject({
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        pids_limit: expect.any(Number),
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
  })

  test('every service has a log of limited size and only declared volumes, and restarts unless the operator has stopped it', () => {
    for (const { restart, logging, volumes: mounts = [] } of all) {
      expect(restart).toBe('unless-stopped')
      expect(logging.options).toHaveProperty('max-size')
      for (const mount of mounts)
        if (!mount.startsWith('./')) expect(volumes).toHaveProperty(mount.split(':')[0])
    }
  })

  test('the nodes get every setting of .env, and always listen where the proxy expects them and keep the data where the volume is', () => {
    for (const name of nodes) {
      const { environment, env_file } = services[name]
      expect(env_file).toBe('.env')
      expect(unknown(Object.keys(environment))).toEqual([])
      const given = {
        LOG_LEVEL: 'debug',
        LIMIT_SIGN_UPS_PER_IP: '7',
        PORT: '80',
        HOST: 'here',
        DATA_DIR: '/',
      }
      expect(readConfig(environmentOf(services[name], given))).toMatchObject({
        logLevel: 'debug',
        limits: { signUpsPerIp: 7 },
        port: Number(image.env.PORT),
        host: image.env.HOST,
        dataDir: image.env.DATA_DIR,
      })
    }
  })
})

test.each(['compose.yaml', 'compose.proxy.yaml'])('%s keeps the embedded database in a volume', name => {
  const node = files[name].services['node-1']
  expect(readConfig(environmentOf(node, { AUTH_SECRET: '' })).databaseUrl).toBeUndefined()
  expect(node.volumes).toEqual([`data:${image.env.DATA_DIR}`])
})

describe('compose.cluster.yaml', () => {
  const { proxy, postgres, ...others } = cluster.services
  const nodes = Object.entries<typeof proxy>(others).filter(([, { image }]) => image === 'grouplight')

  test('every node has the same valid settings', () => {
    expect(nodes).toHaveLength(2)
    for (const [, { environment }] of nodes) {
      expect(environment).toEqual(nodes[0]?.[1].environment)
      const config = readConfig(environmentOf({ environment }, {}))
      expect(new URL(config.databaseUrl ?? '').hostname).toBe('postgres')
      expect(config.trustedProxies).toEqual([proxy.networks.front.ipv4_address])
    }
  })

  test('every node drains until the proxy has noticed the stop, and has enough time to drain and to stop', () => {
    for (const [, node] of nodes) {
      const seconds = Number.parseInt(node.stop_grace_period, 10)
      expect(seconds).toBeGreaterThan(node.environment.DRAIN_SECONDS + longestStopSeconds)
      const noticed = Number(caddyfile.match(/health_interval (\d+)s/)?.[1])
      expect(node.environment.DRAIN_SECONDS).toBeGreaterThan(2 * noticed)
    }
  })

  test('PostgreSQL has the version that docs/settings.md names, its data is in a volume, and its only network is internal', () => {
    expect(read('docs/settings.md')).toContain(`(tested with ${postgres.image.split(':')[1]})`)
    expect(postgres.volumes.map((volume: string) => volume.split(':')[0])).toEqual(['database'])
    expect(cluster.networks.back.internal).toBe(true)
    expect(postgres.networks).toEqual(['back'])
  })
})

test('all packages have the version that is the newest of CHANGELOG.md', () => {
  const versions = ['.', 'contract', 'locales', 'server', 'web'].map(
    folder => JSON.parse(read(`${folder}/package.json`)).version,
  )
  const [, newest] = /^## (\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md')) ?? []
  expect(new Set(versions)).toEqual(new Set([newest]))
})

test('the file LICENSE contains the licence that package.json names', () => {
  const { license } = JSON.parse(read('package.json'))
  expect(read('LICENSE')).toMatch(new RegExp(`^${license} License\n`))
})

test("the Caddyfile uses all variables of the proxy's environment, and an existing probe", () => {
  const used = [...caddyfile.matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name)
  expect(used).toEqual(Object.keys(cluster.services.proxy.environment))
  expect(probes).toContain(`'${caddyfile.match(/health_uri (\S+)/)?.[1]}'`)
})

test.each([
  ['--max-semi-space-size', /NODE_OPTIONS\b.*(--max-semi-space-size=\d+)/],
  ['MALLOC_TRIM_THRESHOLD_', /(MALLOC_TRIM_THRESHOLD_\W+\d+)/],
])(
  'the Dockerfile, the systemd unit and npm start set the same %s, which limits the memory of the server',
  (_, limit) => {
    const found = ['Dockerfile', 'deploy/grouplight.service', 'scripts/prepare.mjs'].map(path =>
      read(path).match(limit)?.[1]?.replace(/\W+/g, ' '),
    )
    expect(found[0]).toBeDefined()
    expect(new Set(found).size).toBe(1)
  },
)

test('the systemd unit starts an existing file with known settings, isolates the server and gives it enough time to stop', () => {
  const unit = read('deploy/grouplight.service')
  const of = (name: string) =>
    [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  expect(exists(of('ExecStart')[0]?.split(' ').at(-1) ?? '')).toBe(true)
  expect(unknown([...(of('Environment')[0] ?? '').matchAll(/(\w+)=/g)].map(([, name = '']) => name))).toEqual(
    [],
  )
  expect(Number.parseInt(of('TimeoutStopSec')[0] ?? '', 10)).toBeGreaterThan(longestStopSeconds)
  for (const name of ['PrivateUsers', 'PrivateMounts', 'PrivateIPC', 'NoNewPrivileges'])
    expect(of(name), name).toEqual(['yes'])
  expect(of('ProcSubset')).toEqual(['pid'])
  expect(of('Environment')[0]).toContain(`DATA_DIR=/var/lib/${of('StateDirectory')[0]} `)
})

/** The variables of a container: those of .env.example, some `given` ones, and those of `environment`, which take precedence. */
function environmentOf(
  { environment }: { environment: Record<string, unknown> },
  given: Record<string, string>,
): Record<string, string> {
  const secrets = { POSTGRES_PASSWORD: 'secret', AUTH_SECRET: 'a secret of a good length, really' }
  const file: Record<string, string> = { ...example, ...secrets, ...given }
  const set = Object.entries(environment).map(([name, value]) => [
    name,
    String(value).replace(/\$\{(\w+)[^}]*\}/g, (_, name) => file[name] ?? ''),
  ])
  return { ...file, ...Object.fromEntries(set) }
}

function contains(range: string, address: string): boolean {
  const [net = '', bits] = range.split('/')
  const list = new BlockList()
  list.addSubnet(net, Number(bits))
  return list.check(address)
}

/**
 * `env` contains the environment variables. `of(name)` returns, for each instruction with this name, the words after the name.
 * `last(name)` returns the text after the name in the last such instruction, or an empty text if there is none.
 */
function readDockerfile(text: string) {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter(Boolean)
  const instructions = lines.map(line => {
    const [, name = '', rest = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? []
    return { name, rest: rest.trim() }
  })
  const env = instructions
    .filter(({ name }) => name === 'ENV')
    .flatMap(({ rest }) => [...rest.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)])
  return {
    of: (wanted: string) =>
      instructions.filter(({ name }) => name === wanted).map(({ rest }) => rest.split(/\s+/)),
    last: (wanted: string) => instructions.findLast(({ name }) => name === wanted)?.rest ?? '',
    env: Object.fromEntries(env.map(([, name, quoted, plain]) => [name, quoted ?? plain])) as Record<
      string,
      string
    >,
  }
}
