import { request } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { newKeyToken } from '#features/key/key-token.ts'
import { minuteMs } from '#platform/clock.ts'
import { api } from '#testing/api.ts'
import { newKey, statusAndCode, withKey } from '#testing/keys.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp({ LIMIT_WRONG_CODES_PER_IP: '3' })
const [ana, ben] = app.users('Ana', 'Ben')

describe('a request with a key', () => {
  test('is answered with 304 only if the key is valid and may see the group', async () => {
    const [groupId, otherId] = [(await app.groupOf(ana)).id, (await app.groupOf(ana)).id]
    const params = { groupId }
    const { key, token } = await newKey(ana, { groupIds: [groupId] })
    const narrow = (await newKey(ana, { groupIds: [otherId] })).token
    const etag = (await ana.call(api.readGroup, { params, ...withKey(token) })).headers.get('etag') ?? ''
    const again = async (token: string) => {
      const headers = { ...withKey(token).headers, 'if-none-match': etag }
      return statusAndCode(await ana.call(api.readGroup, { params, headers }))
    }
    expect(await again(token)).toBe('304')
    expect(await again(narrow)).toBe('404 group-not-found')
    await ana.ok(api.revokeKey, { params: { keyId: key.id } })
    expect(await again(token)).toBe('401 unauthenticated')
  })

  test('is refused if the key is revoked while the body is being sent', async () => {
    const { id: groupId } = await app.groupOf(ana)
    const { key, token } = await newKey(ana, { maySwitch: true })
    const body = JSON.stringify({ status: false })
    const { authorization } = withKey(token).headers
    const sent = request(`${app.url}/api/groups/${groupId}/members/${ana.userId}/availability`, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json', 'content-length': body.length },
    })
    const answered = new Promise(resolve => sent.on('response', ({ statusCode }) => resolve(statusCode)))
    sent.write(body.slice(0, 5))
    // Once the use of the key is stored, the server has authenticated the request.
    await vi.waitFor(async () => expect((await ana.ok(api.listKeys)).keys[0]?.lastUsedOn).not.toBe(null))
    await ana.ok(api.revokeKey, { params: { keyId: key.id } })
    sent.end(body.slice(5))
    expect(await answered).toBe(401)
    const { members } = await ana.ok(api.readGroup, { params: { groupId } })
    expect(members[0]?.status).toBe(true)
  })

  test('is refused without a database query if the server cannot have made the token', async () => {
    const { token } = await newKey(ana)
    const prepared = vi.spyOn(app.services.database, 'prepared')
    for (const wrong of damaged(token)) {
      const headers = { authorization: `Bearer ${wrong}`, cookie: ana.cookie }
      expect([wrong, statusAndCode(await ana.call(api.listGroups, { headers }))]).toEqual([
        wrong,
        '401 unauthenticated',
      ])
    }
    // The change detector may still read the hooks of the group.
    expect(prepared.mock.calls.filter(([{ name }]) => name === 'key')).toEqual([])
    prepared.mockRestore()
  })

  test('counts towards the limit of its network if the key is unknown, and valid keys from this network still work', async () => {
    app.clock.advance(15 * minuteMs)
    await ben.signIn()
    const { token } = await newKey(ben)
    const answers: string[] = []
    for (let n = 1; n <= 4; n++)
      answers.push(statusAndCode(await app.guest().call(api.listGroups, withKey(newKeyToken()))))
    expect(answers).toEqual([...Array(3).fill('401 unauthenticated'), '429 too-many-requests'])
    expect(statusAndCode(await ben.call(api.listGroups, withKey(token)))).toBe('200')
    // Wrong action codes are counted separately from wrong keys.
    const verify = app.guest().call(api.verifyEmail, { body: { code: 'x' } })
    expect(statusAndCode(await verify)).toBe('400 invalid-action-code')
  })
})

describe('the rate limit of all requests', () => {
  const limited = useTestApp({ LIMIT_REQUESTS_PER_SECOND: '2' })

  test('counts the requests of a key separately from the requests of its network and of its user’s session', async () => {
    const eve = await limited.signUp('Eve')
    const { token } = await newKey(eve)
    // The requests of a key are counted separately only after the first request has been answered.
    await eve.ok(api.listGroups, withKey(token))
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => eve.call(api.listGroups, withKey(token))),
    )
    const counts = Object.groupBy(replies, statusAndCode)
    expect(Object.keys(counts).sort()).toEqual(['200', '429 too-many-requests'])
    expect(statusAndCode(await limited.guest().call(api.readSession))).toBe('200')
    expect(statusAndCode(await eve.call(api.listGroups))).toBe('200')
  })
})

function damaged(token: string): string[] {
  const last = token.slice(-1) === 'A' ? 'B' : 'A'
  const swapped = token.slice(0, 8) + token.slice(9, 10) + token.slice(8, 9) + token.slice(10)
  return [
    ...['gl_', 'gl_x', token.slice(0, -1), token.slice(0, 20), token.slice(0, -1) + last],
    ...[`${token}A`, `${token}${token}`, `gl_${token}`, token.toUpperCase().replace('GL_', 'gl_')],
    ...[`${token.slice(0, 10)}-${token.slice(11)}`, `${token.slice(0, 10)} ${token.slice(11)}`],
    ...[`${token},`, `${token}=`, `${token}%00`, 'gl_'.padEnd(39, '0'), 'gl_'.padEnd(4_000, 'x')],
    ...(swapped === token ? [] : [swapped]),
  ]
}
