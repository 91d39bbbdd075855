import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import jsQR from 'jsqr'
import { afterAll, afterEach, expect, inject, test, vi } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { programEnv } from '#testing/program-env.ts'
import { startMs } from '#testing/time-limits.ts'
import { introduction } from '../demo/introduction.ts'

const program = fileURLToPath(new URL('../demo/main.ts', import.meta.url))
let demo: ReturnType<typeof spawn> | undefined

const folder = mkdtempSync(join(tmpdir(), 'grouplight-demo-test-'))

afterEach(() => demo?.kill('SIGKILL'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Skipped in the test run on PostgreSQL, because the demo always uses the embedded database.
test.skipIf(inject('postgresUrl') !== null)(
  'the demo prints two links, the first link signs in, simulated users change their availability, and Ctrl+C deletes the data',
  { timeout: 2 * startMs },
  async () => {
    const port = await freePort()
    demo = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
      env: { ...programEnv, HOST: 'localhost', PORT: `${port}`, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    demo.stdout?.on('data', chunk => {
      output += chunk
    })
    await vi.waitFor(() => expect(output).toContain('Ctrl+C'), startMs)
    const links = output.match(/http:\S+/g) ?? []
    expect(links).toHaveLength(2)

    const opened = await fetch(links[0] ?? '', { redirect: 'manual' })
    expect(opened.headers.get('location')).toBe(`http://localhost:${port}/dashboard`)
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
    const readGroups = async () =>
      (await fetch(`http://localhost:${port}/api/groups`, { headers: { cookie } })).text()
    const before = await readGroups()
    expect(before).toContain('Mountain Rescue')
    // A simulated member changes their availability every few seconds.
    await vi.waitFor(async () => expect(await readGroups()).not.toBe(before), startMs)
    expect((await fetch(`${new URL(links[0] ?? '').origin}/guess`)).status).toBe(404)

    const ended = once(demo, 'exit')
    demo.kill('SIGINT')
    expect(await ended).toEqual([0, null])
    expect(readdirSync(folder).filter(name => name.startsWith('grouplight-demo-'))).toEqual([])
  },
)

test('a phone can scan the last link from the terminal; a link of this computer alone is not shown as a code', () => {
  const links = [
    { name: 'Ana', url: 'http://192.0.2.4:3001/abcdefghijkl' },
    { name: 'Ben', url: 'http://192.0.2.4:3001/mnopqrstuvwx' },
  ]
  expect(scan(introduction('Grouplight', links))).toBe(links[1]?.url)
  expect(introduction('Grouplight', [{ name: 'Ben', url: 'http://localhost:3001/a' }])).not.toMatch(/[▀▄█]/)
})

/** Each character shows two pixels, one above the other. A full block is white. */
function scan(text: string): string | undefined {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .map(line => line.trim())
    .filter(line => /^[▀▄█ ]+$/.test(line))
  const rows = lines.flatMap(line => ['█▀', '█▄'].map(light => [...line].map(char => light.includes(char))))
  const [scale, width] = [4, rows[0]?.length ?? 0]
  const pixels = new Uint8ClampedArray(width * rows.length * scale * scale * 4).fill(255)
  for (let pixel = 0; pixel < pixels.length / 4; pixel++) {
    const [x, y] = [
      Math.floor((pixel % (width * scale)) / scale),
      Math.floor(pixel / (width * scale * scale)),
    ]
    pixels.fill(rows[y]?.[x] ? 255 : 0, pixel * 4, pixel * 4 + 3)
  }
  return jsQR.default(pixels, width * scale, rows.length * scale)?.data
}
