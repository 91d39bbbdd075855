import { afterAll, beforeAll } from 'vitest'
import { startNats, type TestNats } from './nats.ts'

/** Runs NATS for the tests of a file or of a describe block. Servers that are started with `env` use it as their bus. */
export function useNats(): Pick<TestNats, 'stop' | 'start'> & { env: { NATS_URL: string } } {
  const env = { NATS_URL: '' }
  let nats: TestNats | undefined
  const stop = async () => nats?.stop()
  beforeAll(async () => {
    nats = await startNats()
    env.NATS_URL = nats.url
  })
  afterAll(stop)
  return { env, stop, start: async () => nats?.start() }
}
