import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type LoopDisk = {
  folder: string
  sync(): void
  /**
   * Simulates a power failure, which loses the data that is not on the disk yet. The process that writes must already be suspended.
   * `kill` must end this process.
   */
  cutPower(kill: () => Promise<void>): Promise<void>
  remove(): void
}

/** Mounts a new ext4 image, which is in memory if possible. Returns null if the image cannot be mounted. */
export function makeLoopDisk(megabytes: number): LoopDisk | null {
  if (process.getuid?.() !== 0) return null
  const imageFolder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'grouplight-disk-'))
  const folder = mkdtempSync(join(tmpdir(), 'grouplight-mounted-'))
  const image = join(imageFolder, 'image')
  const copy = join(imageFolder, 'copy')
  // ext4's default option auto_da_alloc would hide that a program omits the sync of a file before it renames the file.
  const mount = () => run('mount', '-o', 'loop,noauto_da_alloc', image, folder)
  const remove = () => {
    if (!tries(() => run('umount', folder))) tries(() => run('umount', '--lazy', folder))
    rmSync(imageFolder, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
  const isMade = tries(() => {
    run('truncate', '--size', `${megabytes}M`, image)
    run('mkfs.ext4', '-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image)
    mount()
  })
  if (!isMade) {
    remove()
    return null
  }
  return {
    folder,
    remove,
    sync: () => run('sync', '--file-system', folder),
    async cutPower(kill) {
      // The copy shows a single moment if it equals the image after the copying.
      do run('cp', '--sparse=always', image, copy)
      while (!tries(() => run('cmp', '--silent', image, copy)))
      await kill()
      run('umount', folder)
      renameSync(copy, image)
      mount()
    },
  }
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: 'pipe' })
}

function tries(step: () => void): boolean {
  try {
    step()
    return true
  } catch {
    return false
  }
}
