import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../server/src/platform/config/config.ts'

// Each template for a platform says the same: the image, its volume, the public address and the probe of its health.

type Facts = { image: string; volumes: string[]; environment: Record<string, string> }

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, 'deploy/templates', path), 'utf8')
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
const templates = globSync(['*.{xml,yaml}', '*/docker-compose.yml'], { cwd: join(root, 'deploy/templates') })

/** What a platform or its user enters. */
const entered: Record<string, string> = {
  APP_URL: 'https://lights.example.org',
  SERVICE_URL_GROUPLIGHT: 'https://lights.example.org',
  DEVICE_DOMAIN_NAME: 'umbrel.local',
  SMTP_URL: 'smtps://mail.example.org',
}

test.each(templates)('%s says what the image needs, as the server understands it', path => {
  const text = read(path)
  const { image, volumes, environment } = path.endsWith('.xml') ? readUnraid(text) : readCompose(text)
  expect(image).toBe('ghcr.io/grouplight/grouplight:latest')
  expect(volumes).toEqual([dockerfile.match(/^VOLUME (.*)$/m)?.[1]])
  expect(text).toContain(`The image checks ${dockerfile.match(/\/api\/\w+(?= HTTP)/)?.[0]} itself.`)
  const { appUrl } = readConfig(environment)
  expect(['https://lights.example.org', 'http://umbrel.local:3717']).toContain(appUrl)
})

test('there are five, and the files beside those of Umbrel and Dokploy fit to them', () => {
  expect(templates).toHaveLength(5)
  const { version, port } = parse(read('umbrel/umbrel-app.yml'))
  expect(version).toBe(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
  expect(read('umbrel/docker-compose.yml')).toContain(`:${port}\n`)
  const dokploy = read('dokploy/template.toml')
  expect(dokploy).toMatch(/"APP_URL=https:\/\/\$\{main_domain\}"/)
  expect(dokploy).toContain('serviceName = "grouplight"\nport = 3000\n')
})

function readCompose(text: string): Facts {
  const { app_proxy: _, ...services } = parse(text).services
  const [name = '', ...others] = Object.keys(services)
  expect(others).toEqual([])
  const { image, volumes, environment } = services[name]
  const lines: [string, string][] = Array.isArray(environment)
    ? environment.map(line => line.split(/=(.*)/s))
    : Object.entries(environment)
  const set = lines.map(([name, value = '']) => [
    name,
    value.replace(/\$\{(\w+)[^}]*\}/g, (_, name) => entered[name] ?? ''),
  ])
  return {
    image,
    volumes: volumes.map((volume: string) => volume.split(':').at(-1)),
    environment: Object.fromEntries(set),
  }
}

function readUnraid(text: string): Facts {
  const configs = [...text.matchAll(/<Config [^>]*\/>/g)].map(([config]) => ({
    type: attribute(config, 'Type'),
    target: attribute(config, 'Target'),
    value: attribute(config, 'Default'),
  }))
  const of = (wanted: string) => configs.filter(({ type }) => type === wanted)
  return {
    image: /<Repository>(.*)<\/Repository>/.exec(text)?.[1] ?? '',
    volumes: of('Path').map(({ target }) => target),
    environment: Object.fromEntries(of('Variable').map(({ target, value }) => [target, value])),
  }
}

function attribute(element: string, name: string): string {
  return new RegExp(`${name}="([^"]*)"`).exec(element)?.[1] ?? ''
}
