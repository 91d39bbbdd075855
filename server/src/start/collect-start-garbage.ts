import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Returns the memory that only the start needed (20 to 60 MiB) to the operating system: see docs/decisions/0040-memory.md. */
export function collectStartGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collectGarbage: (options: object) => void = runInNewContext('gc')
  collectGarbage({ type: 'major', flavor: 'last-resort' })
}
