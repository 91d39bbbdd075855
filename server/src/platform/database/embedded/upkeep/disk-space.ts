import fs from 'node:fs'
import { diskFull } from '../../database-errors.ts'

const mebibyte = 2 ** 20
const forChangesBytes = 128 * mebibyte
/** This is less than `forChangesBytes`: while changes are refused, a checkpoint can still make space. */
const forCheckpointBytes = 32 * mebibyte
const measurementValidMs = 250

export type DiskSpace = { freeBytes: number; acceptsChanges: boolean }

export function measureDiskSpace(directory: string): DiskSpace {
  const { bavail, bsize } = fs.statfsSync(directory)
  const freeBytes = bavail * bsize
  return { freeBytes, acceptsChanges: freeBytes >= forChangesBytes }
}

/**
 * Returns a check that must run before each statement, because a failed write would end PostgreSQL. If there is too little space, the
 * check throws an error that `isDiskFull` recognizes.
 */
export function guardDiskSpace(directory: string, log: (line: string) => void): (statement: string) => void {
  let hasRoom = true
  let leftBytes = 0
  let checkedAt = Number.NEGATIVE_INFINITY
  return statement => {
    const neededBytes = neededFor(statement)
    if (neededBytes === 0) return
    // PostgreSQL ends if the disk is full during a checkpoint. Therefore the space is always measured again before a checkpoint.
    if (performance.now() - checkedAt >= measurementValidMs || neededBytes === forCheckpointBytes) {
      const hadRoom = hasRoom
      const { freeBytes, acceptsChanges } = measureDiskSpace(directory)
      leftBytes = freeBytes
      hasRoom = acceptsChanges
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

const readPattern = /^\s*(select|show|set)\b/i
const lockPattern = /\bfor (update|share|no key update|key share)\b/i

function neededFor(statement: string): number {
  if (/^\s*checkpoint\b/i.test(statement)) return forCheckpointBytes
  return readPattern.test(statement) && !lockPattern.test(statement) ? 0 : forChangesBytes
}
