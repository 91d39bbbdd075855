import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { keyRequestsPerMinute, maxKeys } from '@grouplight/contract/key.ts'
import { problemStatus } from '@grouplight/contract/problem.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { api } from '#testing/api.ts'
import { blocksOf, pageText, shapeOf } from '#testing/page-blocks.ts'
import { programEnv } from '#testing/program-env.ts'
import { useTestApp } from '#testing/test-app.ts'
import { startMs } from '#testing/time-limits.ts'

const run = promisify(execFile)
const has = (program: string) => spawnSync(program, ['--version']).status === 0
const blocks = blocksOf('api.md')
const page = pageText('api.md')

describe.skipIf(!has('curl'))('docs/api.md', () => {
  const app = useTestApp()
  const [ana, ben] = app.users('Ana', 'Ben')
  let folder: string
  let env: Record<string, string>

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'grouplight-api-page-'))
    const group = await app.groupOf(ana, ben)
    await ana.turn(group.id, false)
    await ana.ok(api.setAskers, { params: { groupId: group.id }, body: { askers: 'admins' } })
    const { token } = await ana.ok(api.createKey, { body: { name: 'A test', maySwitch: true, mayAsk: true } })
    const { address } = await ana.ok(api.createBoard, { params: { groupId: group.id }, body: {} })
    const board = new URL(address)
    env = {
      ...programEnv,
      SITE: app.url,
      KEY: token,
      GROUP: group.id,
      ME: ana.userId,
      BOARD: `${board.pathname.split('/').at(-1)}.${board.hash.slice(1)}`,
    }
    writeFileSync(join(folder, 'sign-in.json'), JSON.stringify({ email: ana.email, password: ana.password }))
    writeFileSync(join(folder, 'space.json'), JSON.stringify({ api_compatibility: ['15'], space: 'Ours' }))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('each shell command works and prints the shown text or JSON shape', async () => {
    expect(blocks.filter(({ text }) => text.includes('curl ')).length).toBeGreaterThan(10)
    for (const [at, { language, text }] of blocks.entries()) {
      if (language !== 'sh' || (text.includes('jq ') && !has('jq'))) continue
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', text], { cwd: folder, env })
      const shown = blocks[at + 1]
      if (shown?.language === 'text') expect(stdout, text).toBe(shown.text)
      if (shown?.language === 'json') expectSame(JSON.parse(stdout), JSON.parse(shown.text))
    }
  })

  test('the JavaScript program on the page signs in by the token of a session and receives live messages', async () => {
    const signIn = blocks.find(({ text }) => text.includes('my-session'))?.text ?? ''
    await run('bash', ['-euo', 'pipefail', '-c', signIn], { cwd: folder, env })
    writeFileSync(join(folder, 'live.cjs'), blocks.find(({ language }) => language === 'js')?.text ?? '')
    const program = execFile(process.execPath, ['live.cjs'], { cwd: folder, env })
    let printed = ''
    program.stdout?.on('data', text => {
      printed += text
    })
    await vi.waitFor(() => expect(printed).toContain('["hello",{"protocol":2}]'), startMs)
    await ben.turn(env.GROUP ?? '', false)
    await vi.waitFor(() => expect(printed).toContain(`["t","${env.GROUP}"`))
    program.kill()
  })
})

test('docs/api.md states the statuses of problem codes and the limits of keys as the contract does', () => {
  const rows = [...page.matchAll(/^\| (\d{3}) \| `([\w-]+)` \|/gm)].map(([, status, code]) => [
    code,
    Number(status),
  ])
  expect(rows.length).toBeGreaterThan(5)
  for (const [code, status] of rows) expect(problemStatus).toHaveProperty(String(code), status)
  expect(page).toContain(`Each key may make ${keyRequestsPerMinute} requests a minute`)
  expect(page).toContain(`${maxKeys} keys at most`)
})

/** Compares what programs depend on: the names and types of all fields, and the top-level `code`. Other values may differ. */
function expectSame(real: { code?: string }, shown: { code?: string }): void {
  expect(shapeOf(real)).toEqual(shapeOf(shown))
  expect(real.code).toBe(shown.code)
}
