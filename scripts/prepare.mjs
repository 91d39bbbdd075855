// What every command needs first. Runs on whatever Node brought us here, so it is plain JavaScript without dependencies.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The environment for programs of ours. What was compiled once is kept: it halves the time of every later start. */
export const env = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  ...process.env,
}

const oldestNode = 24

/** Installs exactly what the lock file says, unless that is what lies there already. Returns the Node to run on. */
export function install() {
  const wanted = hashOf(['package-lock.json'])
  const stamp = join(root, 'node_modules', '.installed')
  if (!isStamped(stamp, wanted)) {
    console.log('Installing the dependencies…')
    const npm = process.env.npm_execpath
    const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
    run(command, [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
    writeFileSync(stamp, wanted)
  }
  return pinnedNode()
}

/** Builds the web app, unless this very source is built already. */
export function build(node) {
  const source = hashOf([
    'package-lock.json',
    ...filesIn('contract/src'),
    ...filesIn('web', ['dist', 'node_modules']),
  ])
  const stamp = join(root, 'web', 'dist', '.built')
  if (isStamped(stamp, source)) return
  console.log('Building the web app…')
  run(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
  })
  writeFileSync(stamp, source)
}

/** Runs a command to its end; when it fails, so do we. */
export function run(command, args, options = {}) {
  try {
    execFileSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  } catch (error) {
    if (error.status === null) console.error(String(error.message))
    process.exit(error.status || 1)
  }
}

/** Starts a command that lives until we are told to stop, and ends with it. */
export function live(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
  // Ctrl+C reaches the child by itself; we only have to outlive it.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  return child
}

// The Node of the lock file where there is one for this machine, else the one that runs us, if it is new enough.
function pinnedNode() {
  const pinned = join(root, 'node_modules', '.bin', 'node')
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return process.execPath
  console.error(`Node ${oldestNode} or newer is needed on this system; this is ${process.version}.`)
  process.exit(1)
}

function isStamped(stamp, wanted) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
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
