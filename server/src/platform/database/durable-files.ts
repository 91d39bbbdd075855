import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** After a power failure, the file is either complete or unchanged. Throws EEXIST if the file exists and `replaces` is not set. */
export async function writeDurably<Result>(
  path: string,
  write: (file: FileHandle) => Promise<Result>,
  { replaces = false }: { replaces?: boolean } = {},
): Promise<Result> {
  const part = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    const result = await writeAndSync(part, write)
    const named = replaces ? rename(part, path) : linkOrRename(part, path)
    await named.finally(() => syncFolder(dirname(resolve(path))))
    return result
  } finally {
    await rm(part, { force: true })
  }
}

/** Syncs a folder's content, renames the folder and syncs its new parent. Blocks the thread: asynchronous calls would be slower. */
export function moveDurably(from: string, to: string): void {
  syncTree(from)
  fs.renameSync(from, to)
  syncPath(dirname(resolve(to)))
}

export function syncPath(path: string): void {
  const file = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(file)
  } finally {
    fs.closeSync(file)
  }
}

async function writeAndSync<Result>(path: string, write: (file: FileHandle) => Promise<Result>) {
  await using file = await open(path, 'wx', 0o600)
  const result = await write(file)
  await file.sync()
  return result
}

/** `link` is used where possible, because `rename` would replace an existing file. */
async function linkOrRename(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    // Some file systems do not support hard links.
    if (await lstat(to).catch(() => null))
      throw Object.assign(new Error(`${to} exists`), { code: 'EEXIST', syscall: 'link' })
    await rename(from, to)
  }
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}

function syncTree(path: string): void {
  for (const entry of fs.readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) syncTree(child)
    else syncPath(child)
  }
  syncPath(path)
}
