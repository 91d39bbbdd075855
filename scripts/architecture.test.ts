import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

// Which room may import which. A room may always import itself; what is not listed is refused.
const contract = ['contract']
const serverFoundation = [
  'operator-error',
  'files',
  'config',
  'clock',
  'schedule',
  'metrics',
  'new-id',
  'problem',
  'database',
  'mail',
  'live',
  'services',
  'limits',
  'http',
]
const webFoundation = ['texts', 'api', 'ui', 'live']

const rooms: Record<'contract' | 'server' | 'web', Record<string, string[]>> = {
  contract: {
    text: [],
    problem: [],
    endpoint: ['problem'],
    live: [],
    account: ['text', 'endpoint'],
    notification: ['text', 'endpoint'],
    group: ['text', 'endpoint', 'account'],
    availability: ['text', 'endpoint'],
    invitation: ['text', 'endpoint', 'account', 'group'],
    dashboard: ['endpoint', 'account', 'notification', 'group', 'invitation'],
    'account-export': ['endpoint', 'notification'],
    callable: ['account'],
  },
  server: {
    'operator-error': [],
    files: [],
    config: ['operator-error'],
    clock: [],
    schedule: [],
    'new-id': [],
    problem: contract,
    metrics: [],
    database: [...contract, 'operator-error', 'files', 'config', 'clock', 'schedule'],
    mail: ['config', 'clock', 'schedule', 'new-id', 'metrics', 'database'],
    live: [...contract, 'config', 'new-id', 'metrics'],
    services: ['config', 'clock', 'metrics', 'database', 'mail', 'live'],
    limits: [...contract, 'config', 'clock', 'problem', 'database'],
    http: [...contract, 'config', 'clock', 'problem', 'database', 'mail', 'services', 'limits'],
    account: [...contract, ...serverFoundation],
    notification: [...contract, ...serverFoundation, 'account'],
    group: [...contract, ...serverFoundation, 'account', 'notification'],
    availability: [...contract, ...serverFoundation, 'account', 'notification', 'group'],
    invitation: [...contract, ...serverFoundation, 'account', 'notification', 'group', 'availability'],
    dashboard: [
      ...contract,
      ...serverFoundation,
      'account',
      'notification',
      'group',
      'availability',
      'invitation',
    ],
    'account-export': [...contract, ...serverFoundation, 'account', 'notification', 'invitation'],
    'catch-up': [
      ...contract,
      ...serverFoundation,
      'account',
      'group',
      'invitation',
      'notification',
      'dashboard',
    ],
    maintenance: [...serverFoundation, 'account', 'notification', 'group', 'availability', 'invitation'],
    health: [...contract, ...serverFoundation],
    backup: ['operator-error', 'files', 'clock', 'database'],
    app: [
      ...contract,
      ...serverFoundation,
      'health',
      'account',
      'notification',
      'group',
      'availability',
      'invitation',
      'dashboard',
      'account-export',
      'catch-up',
    ],
    operator: [...contract, ...serverFoundation, 'backup', 'account', 'notification', 'app'],
    main: [...serverFoundation, 'app', 'operator', 'maintenance'],
    admin: ['operator-error', 'config', 'operator'],
  },
  web: {
    texts: contract,
    api: [...contract, 'texts'],
    ui: [...contract, 'texts'],
    live: [...contract, 'texts', 'ui'],
    account: [...contract, ...webFoundation],
    notification: [...contract, ...webFoundation, 'account'],
    group: [...contract, ...webFoundation, 'account', 'notification'],
    availability: [...contract, ...webFoundation, 'account', 'notification', 'group'],
    invitation: [...contract, ...webFoundation, 'account', 'notification', 'group', 'availability'],
    board: [...contract, ...webFoundation, 'account', 'group', 'availability'],
    dashboard: [
      ...contract,
      ...webFoundation,
      'account',
      'notification',
      'group',
      'availability',
      'invitation',
    ],
    pages: [
      ...contract,
      ...webFoundation,
      'account',
      'notification',
      'group',
      'availability',
      'board',
      'invitation',
    ],
    app: [
      ...contract,
      ...webFoundation,
      'account',
      'notification',
      'group',
      'availability',
      'invitation',
      'board',
      'dashboard',
      'pages',
    ],
    main: ['app', 'api', 'dashboard'],
  },
}

const top = resolve(import.meta.dirname, '..')

describe.each(Object.entries(rooms))('%s', (part, allowed) => {
  const source = join(top, part, 'src')

  test.each(sourceFiles(source))('%s imports only what its room may', file => {
    const room = roomOf(file)
    expect(Object.keys(allowed)).toContain(room)
    const others = importsOf(join(source, file), source).filter(other => other !== room)
    expect(others.filter(other => !allowed[room]?.includes(other))).toEqual([])
  })
})

test('every arrow between rooms runs one way', () => {
  for (const allowed of Object.values(rooms)) {
    for (const room of Object.keys(allowed)) expect(reachableFrom(room, allowed)).not.toContain(room)
  }
})

function sourceFiles(source: string): string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  return files.filter(file => /\.tsx?$/.test(file) && !/\.(test|fixture)\./.test(file)).sort()
}

function roomOf(file: string): string {
  return (file.split('/')[0] ?? '').replace(/\.tsx?$/, '')
}

/** The rooms a file imports from; 'contract' for the contract. Packages are no rooms. */
function importsOf(path: string, source: string): string[] {
  const text = readFileSync(path, 'utf8')
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(
    match => match[1] ?? '',
  )
  return specifiers.flatMap(specifier => {
    if (specifier.startsWith('@grouplight/')) return [specifier.split('/')[1] ?? '']
    if (specifier.startsWith('#')) return [roomOf(specifier.slice(1))]
    if (specifier.startsWith('.')) return [roomOf(relative(source, join(dirname(path), specifier)))]
    return []
  })
}

function reachableFrom(room: string, allowed: Record<string, string[]>): Set<string> {
  const seen = new Set<string>()
  const visit = (from: string) => {
    for (const next of allowed[from] ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      visit(next)
    }
  }
  visit(room)
  return seen
}
