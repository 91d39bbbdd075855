import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const pathOf = (path: string) => join(resolve(import.meta.dirname, '..'), path)
const read = (path: string) => readFileSync(pathOf(path), 'utf8')
const dashboard = 'deploy/grafana-dashboard.json'
const alerts = 'deploy/prometheus-alerts.yml'

test.each([dashboard, alerts])('%s names only metrics that the server has', path => {
  const named = new Set(read(path).match(/\b(?:grouplight|http|process|nodejs)_\w+/g))
  const source = read('server/src/start/health/read-metrics.ts')
  const unknown = [...named].filter(
    name =>
      !source.includes(`'${name}'`) && !source.includes(`'${name.replace(/_(bucket|sum|count)$/, '')}'`),
  )
  expect(named.size).toBeGreaterThan(5)
  expect(unknown).toEqual([])
})

test('every panel of the dashboard has a title and a query', () => {
  const { panels } = JSON.parse(read(dashboard))
  expect(panels.length).toBeGreaterThan(10)
  for (const { title, targets } of panels) {
    expect(title).toMatch(/./)
    for (const { expr } of targets) expect(expr, title).toMatch(/./)
  }
})
