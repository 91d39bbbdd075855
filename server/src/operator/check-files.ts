import { lstat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#config.ts'
import { lockDirectory } from '#database/embedded/data-dir/directory-lock.ts'
import { connectTo, controlSocket } from './control-socket.ts'
import { type Finding, fine, wrong } from './finding.ts'

const mebibyte = 1024 * 1024
// The embedded database refuses writes below 128 MiB.
const leastFree = 512 * mebibyte

/** Looks at the data folder from outside: who runs there, who may read it, whether there is room. */
export async function* checkFiles({ dataDir, databaseUrl, authSecret }: Config): AsyncGenerator<Finding> {
  const server = await connectTo(controlSocket(dataDir))
  server?.destroy()
  yield fine(
    'server',
    server ? `runs here and takes commands at ${controlSocket(dataDir)}` : 'does not run here',
  )
  const folder = await lstat(dataDir).catch(() => null)
  if (!folder) {
    yield databaseUrl
      ? fine('data folder', `${dataDir} is not there`)
      : wrong('data folder', `${dataDir} is not there`)
    return
  }
  yield await freeSpace(dataDir)
  yield* privacy(dataDir, { needsSecret: !databaseUrl && !authSecret })
  if (!databaseUrl) yield lock(dataDir, server !== null)
}

async function freeSpace(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir)
  const text = `${Math.floor((bavail * bsize) / mebibyte)} MiB free at ${dataDir}`
  return bavail * bsize < leastFree ? wrong('disk space', text) : fine('disk space', text)
}

async function* privacy(dataDir: string, { needsSecret }: { needsSecret: boolean }): AsyncGenerator<Finding> {
  for (const [place, name] of [
    ['data folder', '.'],
    ['secret', 'secret'],
    ['database', 'pgdata'],
    ['commands', 'control.sock'],
  ] as const) {
    const path = join(dataDir, name)
    const file = await lstat(path).catch(() => null)
    if (!file && name === 'secret' && needsSecret) yield wrong(place, `${path} is not there`)
    if (!file) continue
    const mode = (file.mode & 0o777).toString(8)
    const isPrivate = (file.mode & 0o077) === 0
    const text = `${path} has the mode ${mode}${isPrivate ? '' : ': others may read it (chmod go= it)'}`
    yield isPrivate ? fine(place, text) : wrong(place, text)
    if (name === 'secret' && file.size === 0) yield wrong(place, `${path} is empty`)
  }
}

function lock(dataDir: string, isServed: boolean): Finding {
  try {
    lockDirectory(dataDir).release()
    return fine('lock', 'nobody has the data folder open')
  } catch (error) {
    const text = (error as Error).message
    return isServed ? fine('lock', text) : wrong('lock', `${text}, who takes no commands`)
  }
}
