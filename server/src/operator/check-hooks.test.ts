import { afterAll, expect, test } from 'vitest'
import { HookReceiver } from '#testing/hook-receiver.ts'
import { useTestApp } from '#testing/test-app.ts'
import { checkHooks } from './check-hooks.ts'
import { formatFinding } from './finding.ts'

const receiver = await HookReceiver.open()
const app = useTestApp({ HOOK_HOSTS: receiver.origin })
afterAll(() => receiver.close())

async function check(hookHosts: string[]): Promise<string[]> {
  const { config, database, secret } = app.services
  const lines: string[] = []
  for await (const finding of checkHooks({ database, secret, config: { ...config, hookHosts } }))
    lines.push(formatFinding(finding))
  return lines
}

test('the command `doctor` says where hooks may send to and which hosts are not allowed, and sends nothing', async () => {
  expect(await check(['external'])).toEqual([
    'ok     hooks         HOOK_HOSTS is external; 0 hooks to 0 hosts',
  ])
  expect(await check(['private', '127.0.0.0/8', '10.0.0.0/8'])).toEqual([
    'ok     hooks         HOOK_HOSTS is private, 127.0.0.0/8, 10.0.0.0/8; 0 hooks to 0 hosts',
    'WRONG  hooks         127.0.0.0/8 in HOOK_HOSTS has no effect: special addresses are allowed only by their exact origin',
  ])
  await receiver.add(await app.signUp('Ana'), '/secret-path')
  const { host } = new URL(receiver.origin)
  expect(await check([receiver.origin])).toEqual([
    `ok     hooks         HOOK_HOSTS is ${receiver.origin}; 1 hook to 1 host`,
  ])
  expect(await check([])).toEqual([
    'ok     hooks         HOOK_HOSTS is off; 1 hook to 1 host',
    `WRONG  hooks         ${host} cannot be reached by 1 hook: HOOK_HOSTS does not allow this host, or it has no address`,
  ])
  expect(receiver.requests).toEqual([])
})
