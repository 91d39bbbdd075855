import fs from 'node:fs'

const mebibyte = 2 ** 20
const forChangesBytes = 128 * mebibyte
/** A checkpoint frees space in the end, but first writes files and perhaps a new log file. */
const forCheckpointBytes = 32 * mebibyte
const freshMs = 250

// PostgreSQL's own code for a full disk.
const diskFull = '53100'

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === diskFull
}

/**
 * Refuses changes while the disk of a directory has less than 128 MB left, before PostgreSQL gets them. A failed write causes a
 * panic, from which PGlite does not recover. Reading still works, and changes work again once there is space. Returns a function
 * to call before each statement.
 */
export function guardDiskSpace(directory: string, log: (line: string) => void): (statement: string) => void {
  let hasRoom = true
  let leftBytes = 0
  let checkedAt = Number.NEGATIVE_INFINITY
  return statement => {
    const neededBytes = neededFor(statement)
    if (neededBytes === 0) return
    // Always checked before a checkpoint: checkpoints are rare, and PostgreSQL ends if one finds no space.
    if (performance.now() - checkedAt >= freshMs || neededBytes === forCheckpointBytes) {
      const hadRoom = hasRoom
      leftBytes = freeBytes(directory)
      hasRoom = leftBytes >= forChangesBytes
      checkedAt = performance.now()
      if (hadRoom && !hasRoom)
        log('The disk has less than 128 MB left: changes are refused until there is more space.')
      if (!hadRoom && hasRoom) log('The disk has enough space again: changes are accepted.')
    }
    if (leftBytes < neededBytes)
      throw Object.assign(new Error(`The disk has less than ${neededBytes / mebibyte} MB left.`), {
        code: diskFull,
      })
  }
}

/** The free space for a process without root privileges. */
function freeBytes(directory: string): number {
  const { bavail, bsize } = fs.statfsSync(directory)
  return bavail * bsize
}

// The statements `create … if not exists` run at every start, but only the first start changes anything.
const reads = /^\s*(select|show|set|create (schema|table) if not exists)\b/i
const locks = /\bfor (update|share|no key update|key share)\b/i

function neededFor(statement: string): number {
  if (/^\s*checkpoint\b/i.test(statement)) return forCheckpointBytes
  return reads.test(statement) && !locks.test(statement) ? 0 : forChangesBytes
}
