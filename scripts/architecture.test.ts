import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

// A room is a folder or a file directly in `src`, and each folder in `features` and `platform`. It may import the rooms before it, the contract and
// the catalogues.
const rooms = {
  contract: `
    invisible link-punctuation text problem kept-data endpoint account notification call ask-around group live ringing weekly-times
    ringing-settings watch key availability question invitation invitation-block invite-link site
    browser-kind session passkey dashboard account-export callable board provider device hook push operator site-settings`,
  server: `
    platform/config platform/texts platform platform/jobs platform/database platform/live platform/site platform/outbox platform/network
    platform/mail platform/push services platform/limits platform/http features/account features/notification features/group
    features/key features/availability features/invitation features/ringing features/board features/hook features/call
    features/dashboard features/account-export create-services operator start`,
  web: `
    texts api ui live features/account features/key features/hook features/group features/ringing features/availability
    features/call features/invitation features/members features/notification features/board
    features/operator board-page pages app main`,
}

const root = resolve(import.meta.dirname, '..')

describe.each(Object.entries(rooms))('in %s', (part, listed) => {
  const order = listed.trim().split(/\s+/)
  const source = join(root, part, 'src')
  const imports = new Map(sourceFiles(source).map(file => [file, importsOf(file, source)]))

  test('every room has a place in the order', () => {
    expect([...new Set([...imports.keys()].map(roomOf))].sort()).toEqual([...order].sort())
  })

  test('a room imports only rooms before it', () => {
    const back = [...imports].flatMap(([file, others]) =>
      others
        .filter(other => order.indexOf(roomOf(other)) > order.indexOf(roomOf(file)))
        .map(other => `${file} imports ${other}`),
    )
    expect(back).toEqual([])
  })

  test('files have no circular imports', () => {
    expect(cycleIn(imports)).toEqual([])
  })
})

test('the page of a board imports no code that requests the session of a user', () => {
  const source = join(root, 'web/src')
  const board = sourceFiles(source).filter(file => roomOf(file) === 'board-page')
  const used = new Set(board.flatMap(file => importsOf(file, source)).map(roomOf))
  expect([...used].sort()).toEqual(['board-page', 'contract', 'locales', 'texts'])
})

const mayUseHub = [
  ...['platform/live/', 'platform/outbox/', 'platform/mail/', 'platform/push/'],
  // These files create and connect the services.
  ...['services.ts', 'start/app.ts', 'create-services.ts', 'start/live-connections.ts', 'start/serve.ts'],
  // This file counts the open connections.
  'start/health/read-metrics.ts',
  // This file caches boards. It removes the boards of a group from the cache when the hub publishes a change of the group.
  'features/board/find-boards.ts',
]
const serverFiles = sourceFiles(join(root, 'server/src'))

test('operations use the hub, the workers, the change detector and the ringer only after the commit, and do not send on the bus', () => {
  const operations = serverFiles.filter(file => !mayUseHub.some(allowed => file.startsWith(allowed)))
  const uses = operations.flatMap(file => {
    const text = readFileSync(join(root, 'server/src', file), 'utf8')
    const code = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
    const pattern = /.*\b(hub|workers|changeDetector|ringer|bus\??\.send)\b.*/g
    const lines = (code.match(pattern) ?? []).filter(line => !/afterCommit\(| from '/.test(line))
    return lines.map(line => `${file}: ${line.trim()}`)
  })
  expect(uses).toEqual([])
})

test('outside the rooms http and start, only files of routes import the room http', () => {
  const importing = serverFiles.filter(file =>
    importsOf(file, join(root, 'server/src')).some(other => roomOf(other) === 'platform/http'),
  )
  const others = importing.filter(file => !/^(platform\/http\/|start\/|.*[/-]routes\.ts$)/.test(file))
  expect(others).toEqual([])
})

function sourceFiles(source: string): string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  return files.filter(file => /\.tsx?$/.test(file) && !/\.(test|fixture)\./.test(file)).sort()
}

function roomOf(file: string): string {
  const [first = '', second = '', third] = file.replace(/\.tsx?$/, '').split('/')
  return third !== undefined && (first === 'features' || first === 'platform') ? `${first}/${second}` : first
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
