import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const release = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts/release.mjs'), ...args], { encoding: 'utf8' })

test('the notes of the version are its section of CHANGELOG.md, and nothing of another version', () => {
  const { status, stdout } = release('notes', `v${version}`)
  expect(status).toBe(0)
  expect(stdout).toMatch(/^### For everybody\n/)
  expect(stdout).not.toMatch(/^## /m)
  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(stdout.trim())
})

test.each([
  [['notes', 'v99.0.0'], `The packages have the version ${version}, not 99.0.0.\n`],
  [['notes', version], `A tag like v1.2.3 is needed, not '${version}'.\n`],
  [['tags', 'v1.2'], "A tag like v1.2.3 is needed, not 'v1.2'.\n"],
])('%j is refused', (args, message) => {
  expect(release(...args)).toMatchObject({ status: 1, stdout: '', stderr: message })
})

test('the image of a version gets four tags, and that of a candidate only its own', () => {
  expect(release('tags', 'v1.12.3').stdout).toBe('1.12.3\n1.12\n1\nlatest\n')
  expect(release('tags', 'v2.0.0-rc.1').stdout).toBe('2.0.0-rc.1\n')
})

test('the image is published for both processors with its parts, its origin and its labels, and is signed', () => {
  const env = { ...process.env, DRY_RUN: '1', SOURCE_URL: 'https://code.example/grouplight' }
  const script = join(root, 'scripts/image/publish-image.sh')
  const { status, stdout } = spawnSync('bash', [script, 'v1.2.3', 'code.example/g'], {
    env,
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  const [build = '', sign] = stdout.split('\n')
  for (const option of [
    '--platform linux/amd64,linux/arm64',
    '--sbom=true --provenance=mode=max',
    ...['1.2.3', '1.2', '1', 'latest'].map(tag => `--tag code.example/g:${tag} `),
    '--label org.opencontainers.image.version=1.2.3 ',
    '--label org.opencontainers.image.source=https://code.example/grouplight',
  ])
    expect(build).toContain(option)
  expect(build).toMatch(/--label org\.opencontainers\.image\.revision=[0-9a-f]{40} /)
  expect(sign).toBe('cosign sign --yes code.example/g@')
})
