import { randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { makeBackup } from '../send-backup.ts'

/**
 * The returned function returns the bytes that the command `backup` writes. They are complete before the first of them is sent, because a
 * slow reader must not delay the work on an embedded database. One backup is made at a time, on all nodes together.
 */
export function createBackupDownload(services: Services): () => Promise<{ bytes: Readable; length: number }> {
  // An embedded database has no lock, because it has one node.
  let isRunning = false
  return async () => {
    let file: FileHandle | undefined
    if (isRunning) throw new Problem('backup-running')
    isRunning = true
    try {
      await services.database.tryWithLock('backup', async () => {
        file = await makeFile(services)
      })
    } finally {
      isRunning = false
    }
    if (!file) throw new Problem('backup-running')
    const { size } = await file.stat()
    return { bytes: file.createReadStream({ start: 0 }), length: size }
  }
}

/** The file has no name any more, so that nothing remains of it when it is closed, or after a kill. */
async function makeFile(services: Services): Promise<FileHandle> {
  const { dataDir } = services.config
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, `backup.${randomBytes(6).toString('hex')}.part`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    await makeBackup(services, chunk => file.appendFile(chunk))
    return file
  } catch (error) {
    await file.close()
    throw isFull(error) ? new Problem('disk-full', { retryAfterSeconds: 60 }) : error
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC'
}
