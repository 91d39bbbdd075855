import { expect, test } from 'vitest'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()

test('a body that is not valid UTF-8 is refused', async () => {
  const post = async (body: Buffer) => {
    const headers = { 'content-type': 'application/json', origin: app.url }
    const answer = await fetch(app.url + api.signIn.path, { method: api.signIn.method, headers, body })
    return [answer.status, ((await answer.json()) as { code: string }).code]
  }
  const text = JSON.stringify({ email: 'ana@example.org', password: 'Zürich' })
  expect(await post(Buffer.from(text))).toEqual([401, 'invalid-credential'])
  expect(await post(Buffer.from(text, 'latin1'))).toEqual([400, 'invalid-input'])
})
