import { lstat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding } from '@grouplight/contract/operator.ts'
import type { Config } from '#platform/config/config.ts'
import { DirectoryInUse, lockDirectory } from '#platform/database/embedded/data-dir/directory-lock.ts'
import { isServerRunning } from './control-client.ts'
import { controlSocketPath } from './control-protocol.ts'
import { fine, wrong } from './finding.ts'

const mebibyte = 1024 * 1024
// The embedded database refuses changes when less than 128 MiB are free. The operator must be warned earlier.
const leastFree = 512 * mebibyte

export async function* checkFiles({ dataDir, databaseUrl, authSecret }: Config): AsyncGenerator<Finding> {
  const isRunning = await isServerRunning(dataDir)
  yield fine(
    'server',
    isRunning ? `runs here and accepts commands at ${controlSocketPath(dataDir)}` : 'does not run here',
  )
  const folder = await lstat(dataDir).catch(() => null)
  if (!folder) {
    yield databaseUrl
      ? fine('data folder', `${dataDir} does not exist`)
      : wrong('data folder', `${dataDir} does not exist`)
    return
  }
  yield await checkFreeSpace(dataDir)
  yield* checkModes(dataDir, {
    needsSecret: !databaseUrl && !authSecret,
    mayBeShared: databaseUrl !== undefined,
  })
  if (!databaseUrl) yield checkLock(dataDir, isRunning)
}

async function checkFreeSpace(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir)
  const text = `${Math.floor((bavail * bsize) / mebibyte)} MiB free at ${dataDir}`
  return bavail * bsize < leastFree ? wrong('disk space', text) : fine('disk space', text)
}

async function* checkModes(
  dataDir: string,
  { needsSecret, mayBeShared }: { needsSecret: boolean; mayBeShared: boolean },
): AsyncGenerator<Finding> {
  for (const [area, name] of [
    ['data folder', '.'],
    ['secret', 'secret'],
    ['database', 'pgdata'],
    ['commands', 'control.sock'],
  ] as const) {
    const path = join(dataDir, name)
    const file = await lstat(path).catch(() => null)
    if (!file && name === 'secret' && needsSecret) yield wrong(area, `${path} does not exist`)
    if (!file) continue
    const mode = (file.mode & 0o7777).toString(8)
    // Only the owner of a file in such a folder can remove or replace it (`compose.yaml`). The files are checked themselves.
    if (name === '.' && mayBeShared && (file.mode & 0o1007) === 0o1007) {
      yield fine(area, `${path} has the mode ${mode}: other users cannot replace the files in it`)
      continue
    }
    const isPrivate = (file.mode & 0o077) === 0
    const text = `${path} has the mode ${mode}${isPrivate ? '' : ': other users may read it (chmod go= fixes this)'}`
    yield isPrivate ? fine(area, text) : wrong(area, text)
    if (name === 'secret' && file.size === 0) yield wrong(area, `${path} is empty`)
  }
}

function checkLock(dataDir: string, isRunning: boolean): Finding {
  try {
    lockDirectory(dataDir).release()
    return fine('lock', 'no process uses the data folder')
  } catch (error) {
    const text = (error as Error).message
    if (!(error instanceof DirectoryInUse)) return wrong('lock', text)
    return isRunning ? fine('lock', text) : wrong('lock', `${text}, and that process accepts no commands`)
  }
}
