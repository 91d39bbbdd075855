import { functionsPath } from '@grouplight/contract/callable.ts'
import { problemStatus } from '@grouplight/contract/problem.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { operationSummaries } from './operation-summaries.ts'

const app = useTestApp({ APP_NAME: 'Ämpel' })

type Parameter = { name: string; in: string; required?: boolean; schema: object }
type Operation = {
  operationId: string
  summary?: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
  security?: Record<string, string[]>[]
}
type ApiDocument = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> }
}

let document: ApiDocument
const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

beforeAll(async () => {
  const { status, headers, body } = await app.guest().request('GET', '/api/openapi.json')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  document = body as ApiDocument
})

describe('the OpenAPI document', () => {
  test.each(endpoints)(
    'lists $name with its body, its responses and its access rule',
    ({ name, method, path, body, answer, isFile, access, keys, refusals, tag }) => {
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(operation).toMatchObject({ operationId: name, summary: operationSummaries[name], tags: [tag] })
      expect(operation?.requestBody !== undefined).toBe(body !== undefined)
      expect(operation?.responses[answer || isFile ? '200' : '204']).toBeDefined()
      for (const code of refusals)
        expect(Object.keys(operation?.responses ?? {})).toContain(String(problemStatus[code]))
      const ways = {
        verified: ['session', 'bearer', ...(keys ? ['key'] : [])],
        board: ['board'],
        operator: ['session', 'bearer'],
      }[access as string]
      expect(operation?.security).toEqual((ways ?? []).map(way => ({ [way]: [] })))
    },
  )

  test('lists the four functions besides the endpoints, and nothing else', () => {
    const functions = [
      'sendCustomPasswordReset',
      'resetPasswordWithToken',
      'sendVerificationEmail',
      'sendEmailHttp',
    ]
    for (const name of functions)
      expect(document.paths[`${functionsPath}/${name}`]?.post?.operationId).toBe(name)
    const listed = operations().map(({ operation }) => operation.operationId)
    expect(listed.sort()).toEqual([...endpoints.map(({ name }) => name), ...functions].sort())
  })

  test('has a summary only of operations that exist', () => {
    expect(Object.keys(operationSummaries).sort()).toEqual(endpoints.map(({ name }) => name).sort())
  })

  test('says of every operation what it does, who may call it and that it may be refused, and lists only used schemas', () => {
    for (const { operation } of operations()) {
      expect(operation.summary, operation.operationId).toMatch(/\.$/)
      expect(operation.security, operation.operationId).toBeInstanceOf(Array)
      expect(Object.keys(operation.responses).join(), operation.operationId).toMatch(/\b20[04]\b.*\b4\d\d\b/)
    }
    expect(document.info).toMatchObject({ license: { identifier: 'MIT' } })
    const text = JSON.stringify(document)
    const unused = Object.keys(document.components.schemas).filter(
      name => !text.includes(`"#/components/schemas/${name}"`),
    )
    expect(unused).toEqual([])
  })

  test('has a page whose files exist, and whose content security policy allows scripts only from the site', async () => {
    const { status, headers, body } = await app.guest().request('GET', '/api/docs')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const files = [...String(body).matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, path]) => new URL(path ?? '', `${app.url}/api/docs`).pathname,
    )
    expect(files.some(file => file.endsWith('swagger-ui-bundle.js'))).toBe(true)
    for (const file of files)
      expect([file, (await app.guest().request('GET', file)).status]).toEqual([file, 200])
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self';")
    // The policy allows nothing from other origins. It also works on a site without HTTPS.
    expect(policy).not.toMatch(/unsafe|https|upgrade-insecure-requests/)
  })
})
