// Installs the dependencies and builds the product for the npm commands. This file runs before the dependencies are installed, on Node
// 20 or newer. Therefore it is plain JavaScript without dependencies.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Environment variables for the server. Variables that are already set take precedence. Node stores compiled code in the folder
 * NODE_COMPILE_CACHE, so later starts are faster. A semi-space of 16 MB limits the memory for new objects to 48 MB in each thread. With
 * MALLOC_TRIM_THRESHOLD_, the C library returns memory to the system when more than 128 KiB are free at the end of the heap.
 */
export const env = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  NODE_OPTIONS: '--max-semi-space-size=16',
  MALLOC_TRIM_THRESHOLD_: '131072',
  ...process.env,
}

const oldestNode = 24

// Measured with npm 11: its largest process took 798 MB.
const tooLittleMemory =
  'The system ended npm (SIGKILL): the installation needs about 800 MB of free memory. For a smaller machine, build the image on another one (docs/operations.md).'

/** Installs the dependencies if necessary. Returns the path of the Node that must run all other programs. */
export function install() {
  const hash = hashOf(['package-lock.json'])
  const stamp = join(root, 'node_modules', '.installed')
  if (!isStamped(stamp, hash)) {
    console.log('Installing the dependencies…')
    const npm = process.env.npm_execpath
    const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    run(command, [...first, 'ci', ...flags], { killedLine: tooLittleMemory })
    writeFileSync(stamp, hash)
  }
  return pinnedNode()
}

export function build(node) {
  buildDatabase(node)
  buildWeb(node)
}

// Creates the empty embedded database. The first start of a server copies it.
function buildDatabase(node) {
  if (existsSync(join(root, 'node_modules', '.cache', 'database'))) return
  console.log('Building the empty database…')
  // `--liftoff-only` turns off V8's optimizing compiler for WebAssembly, which would need 100 MB more memory.
  const flags = ['--liftoff-only', '--max-semi-space-size=2', '--disable-warning=ExperimentalWarning']
  run(node, [...flags, 'server/src/platform/database/embedded/data-dir/build-database.ts'])
}

// Declares the types of the texts, and builds the web app.
function buildWeb(node) {
  const declarations = ['messages.d.ts', 'texts.d.ts']
  const hash = hashOf([
    'package-lock.json',
    ...filesIn('contract/src'),
    ...filesIn('locales', declarations),
    ...filesIn('web', ['dist', 'node_modules']),
  ])
  const stamp = join(root, 'web', 'dist', '.built')
  if (isStamped(stamp, hash) && declarations.every(file => existsSync(join(root, 'locales', file)))) return
  console.log('Building the web app…')
  run(node, ['locales/src/declare.ts'])
  run(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
  })
  writeFileSync(stamp, hash)
}

/**
 * Runs a command. If the command fails, this process exits with the exit code of the command, or with 1 if there is none. `killedLine`
 * is printed if the system has killed the command, for example because the memory was full.
 */
export function run(command, args, { killedLine, ...options } = {}) {
  try {
    execFileSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  } catch (error) {
    // A shell or npm turns SIGKILL of its child into the exit code 137.
    const isKilled = error.signal === 'SIGKILL' || error.status === 137
    if (isKilled && killedLine) console.error(killedLine)
    else if (error.status === null) console.error(String(error.message))
    process.exit(error.status || 1)
  }
}

export function runUntilStopped(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
  // Ctrl+C also reaches the child. This process must not end before the child has ended.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  return child
}

// Returns the path of the Node that the lock file pins. If there is no such Node for this machine, the current Node is used. If the
// current Node is too old, this process exits.
function pinnedNode() {
  const pinned = join(root, 'node_modules', '.bin', 'node')
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return process.execPath
  console.error(`Node ${oldestNode} or newer is needed on this system; this is ${process.version}.`)
  process.exit(1)
}

function isStamped(stamp, hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesIn(folder, except = []) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )
  return entries
    .filter(({ name }) => !except.includes(name))
    .flatMap(entry => (entry.isDirectory() ? filesIn(`${folder}/${entry.name}`) : `${folder}/${entry.name}`))
}
