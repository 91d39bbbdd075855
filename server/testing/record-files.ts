import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { relative, resolve } from 'node:path'
import type { FileCall } from './crashed-disk.ts'

// This module is loaded with --import into each thread of a program. It wraps synchronous functions of Node's fs module. For each
// call that opens, changes or syncs a file or folder below RECORD_FOLDER, it appends one line to RECORD_TO. Some functions that the
// module cannot record, such as `copyFileSync`, throw an error if they have written below RECORD_FOLDER.
const folder = resolve(process.env.RECORD_FOLDER ?? '')
const recording = fs.openSync(process.env.RECORD_TO ?? '', 'a')
const openFds = new Set<number>()
const { writeSync, existsSync } = fs
let depth = 0

const record = (call: FileCall) => writeSync(recording, `${JSON.stringify(call)}\n`)

function pathIn(path: unknown): string | undefined {
  const inside = relative(folder, resolve(String(path)))
  return inside.startsWith('..') ? undefined : inside
}

/** Calls `report` after each successful call of the fs function `name`, unless another wrapped function made the call. */
function wrap(name: string, report: (args: unknown[], answer: unknown) => void): void {
  const functions = fs as unknown as Record<string, (...args: unknown[]) => unknown>
  const original = functions[name] as (...args: unknown[]) => unknown
  functions[name] = (...args) => {
    depth++
    try {
      const answer = original(...args)
      if (depth === 1) report(args, answer)
      return answer
    } finally {
      depth--
    }
  }
}

function wrapPath(name: string, callOf: (path: string, args: unknown[]) => FileCall): void {
  wrap(name, args => {
    const path = pathIn(args[0])
    if (path !== undefined) record(callOf(path, args))
  })
}

function wrapFile(name: string, callOf: (fd: number, args: unknown[], answer: unknown) => FileCall): void {
  wrap(name, (args, answer) => {
    const fd = args[0] as number
    if (openFds.has(fd)) record(callOf(fd, args, answer))
  })
}

const base64 = (data: unknown, from = 0, bytes?: number): string => {
  if (typeof data === 'string') return Buffer.from(data).toString('base64')
  const { buffer, byteOffset, byteLength } = data as Uint8Array
  return Buffer.from(buffer, byteOffset + from, bytes ?? byteLength - from).toString('base64')
}

wrap('openSync', ([path, flags], fd) => {
  const inside = pathIn(path)
  openFds.delete(fd as number)
  if (inside === undefined) return
  openFds.add(fd as number)
  const truncates =
    typeof flags === 'string' ? /^w/.test(flags) : ((flags as number) & fs.constants.O_TRUNC) !== 0
  record({ do: 'open', fd: fd as number, path: inside, truncates })
})
wrapFile('writeSync', (fd, [, data, offset, , position], written) => ({
  ...{ do: 'write', fd, at: position as number },
  data: base64(data, offset as number, written as number),
}))
wrapFile('ftruncateSync', (fd, [, size]) => ({ do: 'resize', fd, size: Number(size ?? 0) }))
wrapFile('fsyncSync', fd => ({ do: 'sync', fd }))
wrapFile('fdatasyncSync', fd => ({ do: 'sync', fd }))
wrapPath('writeFileSync', (path, [, data]) => ({ do: 'make', path, data: base64(data) }))
wrapPath('truncateSync', (path, [, size]) => ({ do: 'resize', path, size: Number(size ?? 0) }))
wrapPath('mkdirSync', path => ({ do: 'mkdir', path }))
for (const name of ['unlinkSync', 'rmdirSync', 'rmSync']) wrapPath(name, path => ({ do: 'remove', path }))
wrapPath('renameSync', (path, [, to]) => ({ do: 'rename', path, to: pathIn(to) ?? '' }))
for (const name of ['symlinkSync', 'linkSync', 'appendFileSync', 'writevSync', 'cpSync', 'copyFileSync'])
  wrap(name, ([, to]) => {
    if (existsSync(String(to)) && pathIn(to) !== undefined) throw new Error(`${name} is not recorded yet`)
  })
syncBuiltinESMExports()
