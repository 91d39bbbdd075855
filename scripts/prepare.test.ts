import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grouplight-prepare-'))
  mkdirSync(join(folder, 'scripts'))
  cpSync(resolve(import.meta.dirname, 'prepare.mjs'), join(folder, 'scripts', 'prepare.mjs'))
  writeFileSync(join(folder, 'package-lock.json'), '{}')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('an installation that the system kills ends with a line about memory and the image', async () => {
  const { code, err } = await installWith("process.kill(process.pid, 'SIGKILL')")
  expect(code).toBe(1)
  expect(err).toMatch(/^The system ended npm \(SIGKILL\)[^\n]* memory[^\n]* image[^\n]*\n$/)
})

test('an installation that npm itself killed in a child ends with the same line', async () => {
  const { code, err } = await installWith('process.exit(137)')
  expect(code).toBe(137)
  expect(err).toMatch(/^The system ended npm \(SIGKILL\)[^\n]*\n$/)
})

test('an installation that fails otherwise adds no such line', async () => {
  expect(await installWith('process.exit(7)')).toEqual({ code: 7, err: '' })
})

async function installWith(npm: string): Promise<{ code: number | null; err: string }> {
  writeFileSync(join(folder, 'npm.cjs'), npm)
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', "import { install } from './scripts/prepare.mjs'; install()"],
    {
      cwd: folder,
      env: { ...process.env, npm_execpath: join(folder, 'npm.cjs') },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, err }
}
