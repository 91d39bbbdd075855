import { afterAll } from 'vitest'
import { devices, hooks } from '#platform/database/schema.ts'
import { FakePushService } from './fake-push-service.ts'
import { freePort } from './free-port.ts'
import { HookReceiver } from './hook-receiver.ts'
import { type Server, startServer } from './run-server.ts'
import { TestClock } from './test-clock.ts'

export const sharedClock = new TestClock()
const [pushPort, hookPort] = [await freePort(), await freePort()]
let shared: Promise<Server> | undefined

/** The server of the file, with the addresses of the push service and of the receiver below. */
export function sharedServer(): Promise<Server> {
  shared ??= startServer(sharedClock, {
    PUSH_SERVICES: `http://127.0.0.1:${pushPort}, fcm.googleapis.com`,
    HOOK_HOSTS: `external, http://127.0.0.1:${hookPort}`,
  })
  return shared
}

/** The next file starts another one, so no file finds rows, counts or log lines of an earlier file. */
export async function endSharedServer(): Promise<void> {
  const ending = shared
  shared = undefined
  await (await ending)?.stop()
}

/** Returns a push service for the shared server. After the tests of the file, all devices are deleted. */
export async function usePushService(): Promise<FakePushService> {
  const service = await FakePushService.open(pushPort)
  closeAfterTests(service, devices)
  return service
}

/** Returns a receiver for hooks of the shared server. After the tests of the file, all hooks are deleted. */
export async function useHookReceiver(): Promise<HookReceiver> {
  const receiver = await HookReceiver.open(hookPort)
  closeAfterTests(receiver, hooks)
  return receiver
}

function closeAfterTests(receiver: { close(): Promise<void> }, senders: typeof devices | typeof hooks): void {
  afterAll(async () => {
    await (await sharedServer()).app.services.database.delete(senders)
    await receiver.close()
  })
}
