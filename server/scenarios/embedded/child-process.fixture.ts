import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

const prelude = `
  import fs from 'node:fs'
  import { openEmbedded } from '${import.meta.resolve('../../src/platform/database/embedded/open-embedded.ts')}'
  const print = line => fs.writeSync(1, line + '\\n')
`

/** `code` can use `openEmbedded`, `fs` and `print(line)`. Each thread of the process runs `first` at its start. */
export function startChild(code: string, first = '') {
  const folder = mkdtempSync(join(tmpdir(), 'grouplight-child-'))
  const program = join(folder, 'program.mjs')
  writeFileSync(program, prelude + code)
  const flags = [
    '--disable-warning=ExperimentalWarning',
    ...['--import', `data:text/javascript,${encodeURIComponent(first)}`],
  ]
  const child = spawn(process.execPath, [...flags, program], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => rmSync(folder, { recursive: true }))
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = createInterface(child.stdout)[Symbol.asyncIterator]()
  const stderr = text(child.stderr)
  const exit = once(child, 'exit')

  return {
    pid: child.pid,
    /** Returns undefined after the last line. */
    async nextLine(): Promise<string | undefined> {
      return (await output.next()).value
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await exit
    },
    /** Waits for the end of the process. `lines` are the lines that `nextLine` has not returned. */
    async ended() {
      const lines: string[] = []
      for await (const line of { [Symbol.asyncIterator]: () => output }) lines.push(line)
      const [, signal] = await exit
      return { lines, signal, stderr: await stderr }
    },
  }
}
