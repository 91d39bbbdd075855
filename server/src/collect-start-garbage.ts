import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects the garbage that loading and compiling the program has left. This returns 20 to 60 MB to the operating system. */
export function collectStartGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collectGarbage: (options: object) => void = runInNewContext('gc')
  collectGarbage({ type: 'major', flavor: 'last-resort' })
}
