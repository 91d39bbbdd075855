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
  import { openEmbedded } from '${import.meta.resolve('./open-embedded.ts')}'
  const print = line => fs.writeSync(1, line + '\\n')
`

/**
 * Runs `code` in a separate process, where it can use `openEmbedded`, `fs` and `print(line)`. `first` runs in each thread of that
 * process before. The process ends with the test at the latest.
 */
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
  const said = createInterface(child.stdout)[Symbol.asyncIterator]()
  const stderr = text(child.stderr)
  const exit = once(child, 'exit')

  return {
    pid: child.pid,
    /** Returns the next line of the child's output, or undefined after the last one. */
    async nextLine(): Promise<string | undefined> {
      return (await said.next()).value
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await exit
    },
    /** Waits for the end. Returns all lines not read yet, and how the process ended. */
    async ended() {
      const lines: string[] = []
      for await (const line of { [Symbol.asyncIterator]: () => said }) lines.push(line)
      const [, signal] = await exit
      return { lines, signal, stderr: await stderr }
    },
  }
}
