import fs from 'node:fs'

const leastBytes = 128 * 2 ** 20
const freshMs = 250

/** The disk is as good as full. The code is PostgreSQL's own for it. */
export class NoRoomError extends Error {
  override name = 'NoRoomError'
  readonly code = '53100'
}

/**
 * Refuses changes while the disk of a directory has less than 128 MB left, before PostgreSQL sees them: a log that cannot be
 * written in the middle of a change is a panic, and PGlite never comes back from one. Reading goes on, and so do changes as
 * soon as there is room. Returns what is called before each statement.
 */
export function guardRoom(directory: string, log: (line: string) => void): (statement: string) => void {
  let hasRoom = true
  let lookedAt = Number.NEGATIVE_INFINITY
  return statement => {
    if (!mayWrite(statement)) return
    if (performance.now() - lookedAt >= freshMs) {
      const hadRoom = hasRoom
      hasRoom = freeBytes(directory) >= leastBytes
      lookedAt = performance.now()
      if (hadRoom && !hasRoom)
        log('The disk has less than 128 MB left: changes are refused until there is room.')
      if (!hadRoom && hasRoom) log('There is room on the disk again: changes are made again.')
    }
    if (!hasRoom) throw new NoRoomError('The disk has less than 128 MB left.')
  }
}

/** What this process, which is not the administrator, may still use. */
function freeBytes(directory: string): number {
  const { bavail, bsize } = fs.statfsSync(directory)
  return bavail * bsize
}

// A checkpoint makes room. What every start asks to be made is there after the first one.
const reads = /^\s*(select|show|set|checkpoint|create (schema|table) if not exists)\b/i

function mayWrite(statement: string): boolean {
  return !reads.test(statement) || /\bfor (update|share|no key update|key share)\b/i.test(statement)
}
