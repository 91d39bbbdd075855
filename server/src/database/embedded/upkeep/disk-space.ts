import fs from 'node:fs'

const mebibyte = 2 ** 20
const forChangesBytes = 128 * mebibyte
/** A checkpoint gives back more than it takes, but first it takes: files of its own, perhaps a new piece of the log. */
const forCheckpointBytes = 32 * mebibyte
const freshMs = 250

// PostgreSQL's own code for a full disk.
const diskFull = '53100'

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === diskFull
}

/**
 * Refuses changes while the disk of a directory has less than 128 MB left, before PostgreSQL sees them: what cannot be
 * written in the middle of a change is a panic, and PGlite never comes back from one. Reading goes on, and so do changes as
 * soon as there is room. Returns what is called before each statement.
 */
export function guardDiskSpace(directory: string, log: (line: string) => void): (statement: string) => void {
  let hasRoom = true
  let leftBytes = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  return statement => {
    const neededBytes = neededFor(statement)
    if (neededBytes === 0) return
    // A checkpoint is rare, and one that finds no room ends PostgreSQL.
    if (performance.now() - lookedAt >= freshMs || neededBytes === forCheckpointBytes) {
      const hadRoom = hasRoom
      leftBytes = freeBytes(directory)
      hasRoom = leftBytes >= forChangesBytes
      lookedAt = performance.now()
      if (hadRoom && !hasRoom)
        log('The disk has less than 128 MB left: changes are refused until there is room.')
      if (!hadRoom && hasRoom) log('There is room on the disk again: changes are made again.')
    }
    if (leftBytes < neededBytes)
      throw Object.assign(new Error(`The disk has less than ${neededBytes / mebibyte} MB left.`), {
        code: diskFull,
      })
  }
}

/** What this process, which is not the administrator, may still use. */
function freeBytes(directory: string): number {
  const { bavail, bsize } = fs.statfsSync(directory)
  return bavail * bsize
}

// What every start asks to be made is there after the first one.
const reads = /^\s*(select|show|set|create (schema|table) if not exists)\b/i
const locks = /\bfor (update|share|no key update|key share)\b/i

function neededFor(statement: string): number {
  if (/^\s*checkpoint\b/i.test(statement)) return forCheckpointBytes
  return reads.test(statement) && !locks.test(statement) ? 0 : forChangesBytes
}
