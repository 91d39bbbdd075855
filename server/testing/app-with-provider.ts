import { afterAll, afterEach, beforeAll } from 'vitest'
import { TestProvider } from './provider.ts'
import { type TestApp, useTestApp } from './test-app.ts'

/** Starts a server with a provider for the tests of a file. After each test, resets `isInIdToken`, `tamper` and `intercept`. */
export async function useAppWithProvider(): Promise<{ app: TestApp; provider: TestProvider }> {
  const provider = await TestProvider.open()
  const app = useTestApp(provider.env)
  beforeAll(() => provider.listen(app.url))
  afterAll(() => provider.close())
  afterEach(() => {
    provider.isInIdToken = false
    provider.tamper = undefined
    provider.intercept = undefined
  })
  return { app, provider }
}
