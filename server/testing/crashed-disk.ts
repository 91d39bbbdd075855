import fs from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * A recorded call of the file system. `data` is in base64, `at` and `size` are in bytes. The pseudo call `answered` marks the
 * moment when the database had confirmed the write with the number `write`.
 */
export type FileCall =
  | { do: 'open'; fd: number; path: string; truncates: boolean }
  | { do: 'write'; fd: number; at: number; data: string }
  | { do: 'resize'; fd?: number; path?: string; size: number }
  | { do: 'sync'; fd: number }
  | { do: 'make'; path: string; data: string }
  | { do: 'mkdir' | 'remove'; path: string }
  | { do: 'rename'; path: string; to: string }
  | { do: 'answered'; write: number }

export type Crash = {
  /** The probability, from 0 to 1, that an unsynced change has reached the disk. */
  keptShare: number
  /** The number of bytes that a disk writes atomically: 512 or 4096. */
  pieceBytes: number
  /** Makes all syncs ineffective, to check that a test detects lost data. */
  ignoresSyncs?: boolean
}

/**
 * Creates the folder `target` as a power cut could leave it after these calls on a copy of `start`. The model of the disk:
 * - A file has the bytes and the size of its last sync. Each later change is kept or lost independently. A write consists of
 *   aligned pieces, each of which is a change. If a lost piece was after the end of the file, the file may still become longer. The
 *   place of the piece then contains zeros.
 * - A directory has the names of its last sync. Each later creation, removal and renaming is kept or lost independently. A
 *   renaming within a directory is one change. A renaming between two directories is two changes.
 * - Syncing a file also makes its names durable. POSIX does not guarantee this, but ext4, XFS and Btrfs do it. PostgreSQL relies
 *   on this behaviour for the files of tables.
 * - A piece is written completely or not at all. PostgreSQL relies on this for its control file, with pieces of 512 bytes.
 */
export function buildCrashedDisk(start: string, calls: FileCall[], target: string, crash: Crash): void {
  const root = readFolder(start)
  const opened = new Map<number, Node>()
  for (const call of calls) perform(root, opened, call, crash.ignoresSyncs ?? false)
  writeFolder(root, target, crash)
}

type Written = { at: number; bytes: Buffer }
type Change = Written | { size: number }
type File = { origin?: string; settled: Change[]; pending: Change[] }
type NameChange = { gone?: string; name?: string; node?: Node }
type Folder = { names: Map<string, Node>; settledNames: Map<string, Node>; pendingNames: NameChange[] }
type Node = File | Folder

function readFolder(path: string): Folder {
  const names = new Map<string, Node>()
  for (const entry of fs.readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name)
    names.set(
      entry.name,
      entry.isDirectory() ? readFolder(child) : { origin: child, settled: [], pending: [] },
    )
  }
  return { names, settledNames: new Map(names), pendingNames: [] }
}

function perform(root: Folder, opened: Map<number, Node>, call: FileCall, ignoresSyncs: boolean): void {
  switch (call.do) {
    case 'open': {
      const node = find(root, call.path) ?? makeFile(root, call.path)
      if (call.truncates) asFile(node).pending.push({ size: 0 })
      opened.set(call.fd, node)
      return
    }
    case 'write':
      asFile(opened.get(call.fd)).pending.push({ at: call.at, bytes: Buffer.from(call.data, 'base64') })
      return
    case 'resize': {
      const node = call.path === undefined ? opened.get(call.fd ?? -1) : find(root, call.path)
      asFile(node).pending.push({ size: call.size })
      return
    }
    case 'make': {
      const file = asFile(find(root, call.path) ?? makeFile(root, call.path))
      file.pending.push({ size: 0 }, { at: 0, bytes: Buffer.from(call.data, 'base64') })
      return
    }
    case 'mkdir':
      give(root, call.path, { names: new Map(), settledNames: new Map(), pendingNames: [] })
      return
    case 'remove':
      changeNames(folderOf(root, call.path), { gone: basename(call.path) })
      return
    case 'rename':
      rename(root, call.path, call.to)
      return
    case 'sync':
      if (!ignoresSyncs) sync(root, opened.get(call.fd) as Node)
  }
}

function makeFile(root: Folder, path: string): File {
  const file: File = { settled: [], pending: [] }
  give(root, path, file)
  return file
}

function give(root: Folder, path: string, node: Node): void {
  changeNames(folderOf(root, path), { name: basename(path), node })
}

function rename(root: Folder, from: string, to: string): void {
  const node = find(root, from)
  const [name, gone] = [basename(to), basename(from)]
  if (dirname(from) === dirname(to)) changeNames(folderOf(root, from), { gone, name, node })
  else {
    changeNames(folderOf(root, to), { name, node })
    changeNames(folderOf(root, from), { gone })
  }
}

function changeNames(folder: Folder, change: NameChange): void {
  applyNames(folder.names, change)
  folder.pendingNames.push(change)
}

function applyNames(names: Map<string, Node>, { gone, name, node }: NameChange): void {
  if (gone !== undefined) names.delete(gone)
  if (name !== undefined && node) names.set(name, node)
}

function sync(root: Folder, node: Node): void {
  if (isFolder(node)) {
    settleNames(node, () => true)
    return
  }
  node.settled.push(...node.pending)
  node.pending = []
  for (const folder of foldersIn(root)) settleNames(folder, change => change.node === node)
}

/** Makes changes durable if `isSettled` selects them. No change becomes durable without the earlier changes of the same names. */
function settleNames(folder: Folder, isSettled: (change: NameChange) => boolean): void {
  const about = new Set<string>()
  const settled = new Set<NameChange>()
  for (const change of folder.pendingNames.toReversed()) {
    const names = [change.gone, change.name].filter(name => name !== undefined)
    if (!isSettled(change) && !names.some(name => about.has(name))) continue
    settled.add(change)
    for (const name of names) about.add(name)
  }
  for (const change of folder.pendingNames) if (settled.has(change)) applyNames(folder.settledNames, change)
  folder.pendingNames = folder.pendingNames.filter(change => !settled.has(change))
}

function* foldersIn(folder: Folder): Generator<Folder> {
  yield folder
  for (const node of folder.names.values()) if (isFolder(node)) yield* foldersIn(node)
}

function writeFolder(folder: Folder, path: string, crash: Crash): void {
  fs.mkdirSync(path, { mode: 0o700 })
  const names = new Map(folder.settledNames)
  for (const change of folder.pendingNames) if (isKept(crash)) applyNames(names, change)
  for (const [name, node] of names) {
    const child = join(path, name)
    if (isFolder(node)) writeFolder(node, child, crash)
    else if (node.origin && node.settled.length + node.pending.length === 0)
      fs.copyFileSync(node.origin, child)
    else fs.writeFileSync(child, contentOf(node, crash))
  }
}

function contentOf(file: File, crash: Crash): Buffer {
  let content = file.origin ? fs.readFileSync(file.origin) : Buffer.alloc(0)
  let size = content.length
  const resize = (next: number) => {
    if (next > content.length) content = Buffer.concat([content, Buffer.alloc(next)])
    content.fill(0, Math.min(size, next), Math.max(size, next))
    size = next
  }
  const grow = (change: Written) => resize(Math.max(size, change.at + change.bytes.length))
  const apply = (change: Change) => {
    if ('size' in change) return resize(change.size)
    grow(change)
    change.bytes.copy(content, change.at)
  }
  for (const change of file.settled) apply(change)
  for (const change of file.pending.flatMap(change => piecesOf(change, crash.pieceBytes))) {
    const [isThere, isAsLong] = [isKept(crash), isKept(crash)]
    if (isThere) apply(change)
    else if ('at' in change && isAsLong) grow(change)
  }
  return content.subarray(0, size)
}

function piecesOf(change: Change, pieceBytes: number): Change[] {
  if ('size' in change) return [change]
  const pieces: Change[] = []
  const end = change.at + change.bytes.length
  for (let at = change.at; at < end; ) {
    const next = Math.min(end, (Math.floor(at / pieceBytes) + 1) * pieceBytes)
    pieces.push({ at, bytes: change.bytes.subarray(at - change.at, next - change.at) })
    at = next
  }
  return pieces
}

function isKept({ keptShare }: Crash): boolean {
  return Math.random() < keptShare
}

function find(root: Folder, path: string): Node | undefined {
  let node: Node | undefined = root
  for (const name of path.split('/').filter(Boolean))
    node = node && isFolder(node) ? node.names.get(name) : undefined
  return node
}

function folderOf(root: Folder, path: string): Folder {
  const folder = find(root, dirname(path) === '.' ? '' : dirname(path))
  if (!folder || !isFolder(folder)) throw new Error(`There is no folder for ${path}`)
  return folder
}

function asFile(node: Node | undefined): File {
  if (!node || isFolder(node)) throw new Error('The path is not a file')
  return node
}

function isFolder(node: Node): node is Folder {
  return 'names' in node
}
