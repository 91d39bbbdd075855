import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

// Checks the files in .github/ without a code host.

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const filesOf = (pattern: string) => globSync(pattern, { cwd: root })

test('the workflow of tests runs the same program as everywhere, for pushes and pull requests, with read access and no secret', () => {
  const path = '.github/workflows/test.yml'
  const { on, permissions, jobs } = parse(read(path))
  expect(Object.keys(on)).toEqual(['push', 'pull_request', 'workflow_call'])
  expect(permissions).toEqual({ contents: 'read' })
  const commands = jobs.test.steps.flatMap(({ run }: { run?: string }) => run ?? [])
  expect(commands).toEqual(['.ci/run'])
  expect(existsSync(join(root, '.ci/run'))).toBe(true)
  expect(read(path)).not.toContain('secrets.')
})

test('a tag is tested before it is published, by steps that run elsewhere too, without a stored secret', () => {
  const path = '.github/workflows/release.yml'
  const { on, permissions, jobs } = parse(read(path))
  expect(on).toEqual({ push: { tags: ['v*'] } })
  expect(permissions).toEqual({ contents: 'read' })
  expect(jobs.test.uses).toBe('./.github/workflows/test.yml')
  expect(jobs.release.needs).toBe('test')
  const scripts = read(path).match(/\bscripts\/[\w/-]+\.\w+/g) ?? []
  expect(scripts.filter(script => !existsSync(join(root, script)))).toEqual([])
  expect(scripts.length).toBeGreaterThan(1)
  expect(read(path)).not.toContain('secrets.')
})

test.each(filesOf('.github/ISSUE_TEMPLATE/!(config).yml'))('%s is a form', path => {
  const { name, description, body } = parse(read(path))
  expect(name && description).toBeTruthy()
  const ids = body.map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(body.length)
  for (const { type, attributes } of body) {
    expect(['input', 'textarea', 'checkboxes']).toContain(type)
    expect(attributes.label).toBeTruthy()
  }
})

test('updates are proposed for everything that has a version: packages, the image and the workflow', () => {
  const { version, updates } = parse(read('.github/dependabot.yml'))
  expect(version).toBe(2)
  const ecosystems = updates.map((entry: Record<string, string>) => entry['package-ecosystem'])
  expect(ecosystems.sort()).toEqual(['docker', 'github-actions', 'npm'])
})
