import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = ReturnType<typeof mounted>

/** Mounts a disk of the given size. Returns null if mounting is not allowed or the tools are missing. */
export function mountSmallDisk(bytes: number): SmallDisk | null {
  const folder = fs.mkdtempSync(join(tmpdir(), 'grouplight-small-disk-'))
  const [image, path] = [join(folder, 'image'), join(folder, 'mounted')]
  fs.mkdirSync(path)
  fs.writeFileSync(image, '')
  fs.truncateSync(image, bytes)
  try {
    run('mkfs.ext4', '-q', '-m', '0', image)
    run('mount', '-o', 'loop', image, path)
  } catch {
    fs.rmSync(folder, { recursive: true })
    return null
  }
  return mounted(folder, path)
}

function mounted(folder: string, path: string) {
  const filler = join(path, 'filler')
  return {
    path,
    fillUpTo(bytesLeft: number): void {
      const { bavail, bsize } = fs.statfsSync(path)
      const held = fs.existsSync(filler) ? fs.statSync(filler).size : 0
      run('fallocate', '--length', String(held + bavail * bsize - bytesLeft), filler)
    },
    fill(): void {
      this.fillUpTo(2 ** 20)
      const file = fs.openSync(join(path, 'last-bytes'), 'w')
      try {
        for (;;) fs.writeSync(file, Buffer.alloc(4096))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        fs.closeSync(file)
      }
    },
    makeRoom(): void {
      for (const name of ['filler', 'last-bytes']) fs.rmSync(join(path, name), { force: true })
    },
    unmount(): void {
      run('umount', path)
      fs.rmSync(folder, { recursive: true })
    },
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: 'ignore' })
}
