import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

// A room is a folder or a file directly in `src`. The list of a room contains exactly the rooms that this room imports, and
// 'contract' if the room imports the contract. A room may import only rooms that are listed above it.
const rooms: Record<'contract' | 'server' | 'web', Record<string, string[]>> = {
  contract: {
    text: [],
    problem: [],
    'kept-data': [],
    endpoint: ['problem'],
    live: [],
    account: ['text', 'endpoint'],
    notification: ['text', 'endpoint'],
    group: ['text', 'endpoint', 'account'],
    ringing: ['text', 'endpoint'],
    'weekly-times': [],
    'ringing-settings': ['endpoint', 'weekly-times'],
    watch: ['text', 'endpoint'],
    key: ['text', 'endpoint'],
    availability: ['text', 'endpoint'],
    question: ['text', 'endpoint', 'weekly-times', 'availability'],
    invitation: ['text', 'endpoint', 'account', 'group'],
    'invitation-block': ['text', 'endpoint'],
    'invite-link': ['text', 'endpoint'],
    site: [],
    'browser-kind': [],
    session: ['endpoint', 'account'],
    passkey: ['text', 'endpoint', 'account'],
    dashboard: ['endpoint', 'account', 'notification', 'group', 'invitation', 'ringing'],
    'account-export': [
      'endpoint',
      'key',
      'question',
      'notification',
      'invitation-block',
      'ringing',
      'ringing-settings',
      'passkey',
    ],
    callable: ['account'],
    board: ['text', 'endpoint'],
    provider: ['text', 'endpoint'],
    device: ['text', 'endpoint'],
    hook: ['text', 'endpoint', 'device'],
    push: [],
    translations: ['notification', 'push', 'hook'],
  },
  server: {
    'operator-error': [],
    'collect-start-garbage': [],
    files: [],
    config: ['operator-error'],
    clock: [],
    'time-zone': ['clock'],
    'new-id': [],
    names: [],
    problem: ['contract'],
    seal: [],
    metrics: [],
    schedule: [],
    live: ['contract', 'config', 'new-id', 'metrics', 'schedule'],
    database: ['contract', 'operator-error', 'files', 'config', 'schedule'],
    mail: ['config', 'clock', 'new-id', 'metrics', 'schedule', 'database'],
    outgoing: ['clock'],
    push: ['contract', 'config', 'clock', 'time-zone', 'seal', 'metrics', 'outgoing', 'schedule', 'database'],
    hook: [
      'contract',
      'config',
      'clock',
      'names',
      'seal',
      'metrics',
      'outgoing',
      'schedule',
      'database',
      'push',
    ],
    commit: ['contract', 'schedule', 'live', 'database', 'mail', 'push', 'hook'],
    services: [
      'config',
      'clock',
      'metrics',
      'schedule',
      'live',
      'database',
      'mail',
      'push',
      'hook',
      'commit',
    ],
    limits: ['clock', 'problem', 'database'],
    http: ['contract', 'time-zone', 'problem', 'database', 'mail', 'services'],
    account: [
      'contract',
      'operator-error',
      'files',
      'config',
      'clock',
      'new-id',
      'problem',
      'database',
      'mail',
      'commit',
      'services',
      'limits',
      'http',
    ],
    'sign-in-provider': [
      'contract',
      'config',
      'clock',
      'problem',
      'seal',
      'database',
      'services',
      'limits',
      'mail',
      'commit',
      'http',
      'account',
    ],
    notification: [
      'contract',
      'clock',
      'problem',
      'live',
      'database',
      'push',
      'commit',
      'services',
      'http',
      'account',
    ],
    group: [
      'contract',
      'clock',
      'time-zone',
      'new-id',
      'names',
      'problem',
      'schedule',
      'live',
      'database',
      'push',
      'commit',
      'services',
      'limits',
      'http',
      'account',
      'notification',
    ],
    key: [
      'contract',
      'clock',
      'new-id',
      'problem',
      'database',
      'mail',
      'commit',
      'services',
      'limits',
      'http',
      'account',
      'notification',
      'group',
    ],
    availability: [
      'contract',
      'clock',
      'time-zone',
      'problem',
      'live',
      'database',
      'push',
      'commit',
      'services',
      'http',
      'account',
      'notification',
      'group',
    ],
    'invite-link': [
      'contract',
      'clock',
      'new-id',
      'problem',
      'database',
      'commit',
      'services',
      'limits',
      'http',
      'account',
      'notification',
      'group',
    ],
    invitation: [
      'contract',
      'config',
      'clock',
      'new-id',
      'problem',
      'database',
      'mail',
      'push',
      'commit',
      'services',
      'limits',
      'http',
      'account',
      'notification',
      'group',
      'invite-link',
    ],
    ringing: [
      'contract',
      'clock',
      'new-id',
      'problem',
      'schedule',
      'database',
      'push',
      'commit',
      'services',
      'limits',
      'http',
      'account',
      'notification',
      'group',
    ],
    board: [
      'contract',
      'clock',
      'new-id',
      'names',
      'problem',
      'live',
      'database',
      'commit',
      'services',
      'http',
      'account',
      'group',
    ],
    'hook-management': [
      'contract',
      'clock',
      'new-id',
      'problem',
      'outgoing',
      'database',
      'hook',
      'commit',
      'services',
      'limits',
      'http',
      'account',
      'notification',
      'group',
    ],
    dashboard: [
      'contract',
      'clock',
      'services',
      'http',
      'account',
      'notification',
      'group',
      'invitation',
      'ringing',
    ],
    'account-export': [
      'contract',
      'clock',
      'problem',
      'database',
      'services',
      'limits',
      'http',
      'account',
      'notification',
      'key',
      'invitation',
      'ringing',
    ],
    maintenance: [
      'clock',
      'schedule',
      'database',
      'mail',
      'hook',
      'services',
      'limits',
      'account',
      'notification',
      'group',
      'key',
      'availability',
      'invite-link',
      'invitation',
      'ringing',
      'board',
    ],
    health: ['contract', 'problem', 'metrics', 'database', 'mail', 'services'],
    backup: ['operator-error', 'files', 'clock', 'database'],
    app: [
      'contract',
      'config',
      'clock',
      'problem',
      'schedule',
      'metrics',
      'live',
      'database',
      'mail',
      'push',
      'hook',
      'services',
      'limits',
      'http',
      'account',
      'sign-in-provider',
      'notification',
      'group',
      'key',
      'availability',
      'invite-link',
      'invitation',
      'ringing',
      'board',
      'hook-management',
      'dashboard',
      'account-export',
      'health',
    ],
    operator: [
      'operator-error',
      'config',
      'clock',
      'problem',
      'database',
      'outgoing',
      'push',
      'hook',
      'services',
      'account',
      'sign-in-provider',
      'notification',
      'backup',
      'app',
    ],
    serve: [
      'operator-error',
      'collect-start-garbage',
      'config',
      'clock',
      'database',
      'mail',
      'maintenance',
      'app',
      'operator',
    ],
    'command-line': ['operator-error', 'config', 'operator'],
    'resolve-drizzle': [],
    main: ['serve', 'resolve-drizzle'],
    admin: ['command-line', 'resolve-drizzle'],
  },
  web: {
    texts: ['contract'],
    api: ['contract', 'texts'],
    ui: ['contract', 'texts'],
    live: ['contract', 'texts', 'ui'],
    account: ['contract', 'texts', 'api', 'ui'],
    notification: ['contract', 'texts', 'api', 'ui'],
    group: ['contract', 'texts', 'api', 'ui', 'account'],
    ringing: ['contract', 'texts', 'api', 'ui', 'account', 'group'],
    availability: ['contract', 'texts', 'api', 'ui', 'live', 'account', 'group'],
    invitation: ['contract', 'texts', 'api', 'ui', 'group'],
    board: ['contract', 'texts', 'ui', 'live', 'account', 'group', 'ringing', 'availability'],
    'wall-board': ['contract', 'texts', 'api', 'ui', 'account', 'group'],
    // The page of a board. It must not import code that requests the user's session.
    'wall-board-page': ['contract', 'texts'],
    dashboard: ['contract', 'api', 'account', 'notification', 'group', 'ringing', 'invitation'],
    pages: [
      'contract',
      'texts',
      'api',
      'ui',
      'account',
      'group',
      'ringing',
      'availability',
      'invitation',
      'board',
      'wall-board',
    ],
    app: [
      'contract',
      'texts',
      'api',
      'ui',
      'live',
      'account',
      'notification',
      'group',
      'ringing',
      'availability',
      'invitation',
      'pages',
    ],
    main: ['api', 'dashboard', 'app'],
  },
}

const root = resolve(import.meta.dirname, '..')

describe.each(Object.entries(rooms))('in %s', (part, allowed) => {
  const source = join(root, part, 'src')
  const files = sourceFiles(source)
  const imports = new Map(files.map(file => [file, importsOf(file, source)]))
  const names = Object.keys(allowed)

  test('every room is listed', () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual([...names].sort())
  })

  test.each(names)('%s imports exactly the listed rooms', room => {
    const used: Record<string, string> = {}
    for (const file of files.filter(file => roomOf(file) === room)) {
      for (const other of imports.get(file) ?? []) if (roomOf(other) !== room) used[roomOf(other)] = file
    }
    expect(used).toEqual(Object.fromEntries((allowed[room] ?? []).map(other => [other, expect.any(String)])))
  })

  test.each(names)('%s imports only rooms listed before it, and the contract', room => {
    const above = ['contract', ...names.slice(0, names.indexOf(room))]
    expect(allowed[room]?.filter(other => !above.includes(other))).toEqual([])
  })

  test('files have no circular imports', () => {
    expect(cycleIn(imports)).toEqual([])
  })
})

const mayUseHub = [
  ...['live/', 'mail/', 'push/', 'hook/', 'commit/'],
  // These files create and connect the services.
  ...['services.ts', 'app.ts', 'app/'],
  // This file counts the open connections.
  'health/read-metrics.ts',
  // This file caches boards. It removes the boards of a group from the cache when the hub publishes a change of the group.
  'board/find-boards.ts',
]
const serverFiles = sourceFiles(join(root, 'server/src'))

test.each(serverFiles.filter(file => !mayUseHub.some(allowed => file.startsWith(allowed))))(
  'server/src/%s does not use the hub, the workers, the change detector or the ringer, and does not send on the bus',
  file => {
    const text = readFileSync(join(root, 'server/src', file), 'utf8')
    const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
    expect(
      code.match(/.*\b(hub|emailWorker|pushWorker|hookWorker|changeDetector|ringer|bus\??\.send)\b.*/g),
    ).toBeNull()
  },
)

test('outside the rooms http and app, only files of routes import the room http', () => {
  const importing = serverFiles.filter(file =>
    importsOf(file, join(root, 'server/src')).some(other => roomOf(other) === 'http'),
  )
  const others = importing.filter(file => !/^(http\/|app\b|.*[/-]routes\.ts$)/.test(file))
  expect(others).toEqual([])
})

function sourceFiles(source: string): string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  return files.filter(file => /\.tsx?$/.test(file) && !/\.(test|fixture)\./.test(file)).sort()
}

function roomOf(file: string): string {
  return (file.split('/')[0] ?? '').replace(/\.tsx?$/, '')
}

/** Returns the files in the folder `source` that `file` imports, also dynamically or for types. The contract is returned as 'contract'. */
function importsOf(file: string, source: string): string[] {
  const text = readFileSync(join(source, file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].flatMap(([, specifier = '']) => {
    if (specifier.startsWith('@grouplight/')) return [specifier.split('/')[1] ?? '']
    if (specifier.startsWith('#')) return [specifier.slice(1)]
    if (specifier.startsWith('.')) return [join(dirname(file), specifier)]
    return []
  })
}

/** Returns the files of one circular import, with the first file again at the end. Without circular imports, the list is empty. */
function cycleIn(imports: Map<string, string[]>): string[] {
  const finished = new Set<string>()
  const path: string[] = []
  const visit = (file: string): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (finished.has(file)) return []
    path.push(file)
    for (const other of imports.get(file) ?? []) {
      const cycle = visit(other)
      if (cycle.length > 0) return cycle
    }
    path.pop()
    finished.add(file)
    return []
  }
  for (const file of imports.keys()) {
    const cycle = visit(file)
    if (cycle.length > 0) return cycle
  }
  return []
}
