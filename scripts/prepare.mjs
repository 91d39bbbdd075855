// Installs and builds for all commands. It must run on any version of Node, before the dependencies are installed. So it is plain
// JavaScript without dependencies.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The environment of the product's programs. Node keeps the compiled code, which halves the time of later starts. */
export const env = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  ...process.env,
}

const oldestNode = 24

/** Installs the dependencies of the lock file, unless they are already installed. Returns the path of Node. */
export function install() {
  const hash = hashOf(['package-lock.json'])
  const stamp = join(root, 'node_modules', '.installed')
  if (!isStamped(stamp, hash)) {
    console.log('Installing the dependencies…')
    const npm = process.env.npm_execpath
    const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
    run(command, [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
    writeFileSync(stamp, hash)
  }
  return pinnedNode()
}

/** Builds the web app, unless the build is current. */
export function build(node) {
  const hash = hashOf([
    'package-lock.json',
    ...filesIn('contract/src'),
    ...filesIn('web', ['dist', 'node_modules']),
  ])
  const stamp = join(root, 'web', 'dist', '.built')
  if (isStamped(stamp, hash)) return
  console.log('Building the web app…')
  run(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
  })
  writeFileSync(stamp, hash)
}

/** Runs a command and waits for its end. If it fails, this process exits with the same code. */
export function run(command, args, options = {}) {
  try {
    execFileSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  } catch (error) {
    if (error.status === null) console.error(String(error.message))
    process.exit(error.status || 1)
  }
}

/** Runs a command until it ends or this process is stopped. This process then exits, too. */
export function runUntilStopped(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
  // Ctrl+C also reaches the child directly. This process must not end before the child.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  return child
}

// Returns the Node of the lock file if it has one for this machine. Otherwise the current Node is used, if it is new enough.
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
