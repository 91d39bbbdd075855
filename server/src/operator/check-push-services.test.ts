import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { addMs, dayMs } from '#platform/clock.ts'
import { devices, sessions } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { FakePushService, newSubscription } from '#testing/fake-push-service.ts'
import { useTestApp } from '#testing/test-app.ts'
import { checkPushServices } from './check-push-services.ts'
import { formatFinding } from './finding.ts'

const service = await FakePushService.open()
const app = useTestApp({ PUSH_SERVICES: `*.push.apple.com, ${service.origin}, http://127.0.0.1:9` })
afterAll(() => service.close())

async function check(pushServices = app.services.config.pushServices): Promise<string[]> {
  const { config, database } = app.services
  const lines: string[] = []
  for await (const finding of checkPushServices({ database, config: { ...config, pushServices } }))
    lines.push(formatFinding(finding))
  return lines
}

test('the command `doctor` contacts only push services that devices use, and reports devices that cannot ring', async () => {
  expect(await check()).toEqual([
    'ok     push          no device is set up to ring, so no push service was checked',
  ])
  expect(await check([])).toEqual(['ok     push          PUSH_SERVICES is off'])
  expect(service.requests).toEqual([])

  await service.register(await app.signUp('Ana'), 'ana')
  await service.register(await app.signUp('Ben'), 'ben')
  expect(await check()).toEqual([
    `ok     push          ${service.origin} answers; 2 devices`,
    'ok     push          not checked, because no device uses them: *.push.apple.com, http://127.0.0.1:9',
  ])
  expect(await check([])).toEqual([
    'ok     push          PUSH_SERVICES is off',
    `WRONG  push          2 devices at ${service.origin} cannot ring, because PUSH_SERVICES does not allow it`,
  ])

  await app.database.update(devices).set({ endpoint: 'http://127.0.0.1:9/gone', confirmedAt: null })
  const [first] = await app.database.select({ id: devices.id }).from(devices)
  expect(first).toBeDefined()
  await app.database
    .update(devices)
    .set({ endpoint: 'http://127.0.0.1:9/1', confirmedAt: app.clock.now() })
    .where(eq(devices.id, first?.id ?? ''))
  expect(await check()).toContain(
    'WRONG  push          http://127.0.0.1:9 cannot be reached (ECONNREFUSED); 1 device',
  )
})

test('the command `doctor` contacts at most 20 push services, and reports every one that is not allowed', async () => {
  const { userId } = await app.signUp('Cyd')
  const now = app.clock.now()
  const origins = Array.from({ length: 21 }, (_, n) => `http://127.0.0.1:${n + 1}`)
  const hashes = origins.map((_, n) => Buffer.of(n))
  const times = { createdAt: now, expiresAt: addMs(now, dayMs) }
  await app.database.insert(sessions).values(hashes.map(tokenHash => ({ tokenHash, userId, ...times })))
  await app.database.delete(devices)
  await app.database.insert(devices).values(
    hashes.map((sessionHash, n) => ({
      ...newSubscription(`${origins[n]}/1`),
      ...{ id: newId(), userId, sessionHash, confirmationHash: Buffer.of() },
      ...{ confirmedAt: now, createdAt: now, seenAt: now },
    })),
  )
  expect((await check(['unused.example'])).filter(line => line.includes('cannot ring'))).toHaveLength(21)
  const lines = await check([...origins, 'unused.example'])
  expect(lines.filter(line => line.includes('cannot be reached'))).toHaveLength(20)
  expect(lines.slice(20)).toEqual([
    'ok     push          only the first 20 of 21 push services were contacted',
    'ok     push          not checked, because no device uses them: unused.example',
  ])
})
