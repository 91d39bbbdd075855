import { expect, test } from 'vitest'
import { useAppWithProvider } from '#testing/app-with-provider.ts'
import { checkProvider } from './check-provider.ts'
import { formatFinding } from './finding.ts'

const { app, provider } = await useAppWithProvider()

async function check(changed: { trustEmail?: boolean } = {}): Promise<string[]> {
  const { config, counts } = app.services
  const settings = config.provider && { ...config.provider, ...changed }
  const lines: string[] = []
  for await (const finding of checkProvider({ config: { ...config, provider: settings }, counts }))
    lines.push(formatFinding(finding))
  return lines
}

test('the command `doctor` reports whether the provider answers, and whether the provider says which addresses are verified', async () => {
  const answers = `ok     provider      ${provider.issuer}/ answers`
  expect(await check()).toEqual([answers])
  expect(await check({ trustEmail: true })).toEqual([
    answers,
    'ok     provider      OIDC_TRUST_EMAIL is true: every address of the provider counts as verified',
  ])
  provider.useUser({ email_verified: undefined })
  await provider.visit(app.guest())
  expect(await check()).toEqual([
    answers,
    'WRONG  provider      1 sign-ins were refused, because the provider did not say that the address is verified',
  ])
  provider.verifies = false
  expect(await check()).toContainEqual(
    expect.stringMatching(/^WRONG {2}provider {6}its metadata does not name/),
  )
  expect(await check()).toContainEqual(
    expect.stringMatching(/^warn {3}provider {6}its metadata does not name the claim auth_time/),
  )
  await provider.close()
  expect(await check()).toEqual([
    expect.stringMatching(/^WRONG {2}provider {6}http:\S+ cannot be used: (ECONNREFUSED|UND_ERR_SOCKET)$/),
  ])
})

test('without a provider, the command `doctor` reports nothing about one', async () => {
  const { config, counts } = app.services
  const found = []
  for await (const finding of checkProvider({ config: { ...config, provider: undefined }, counts }))
    found.push(finding)
  expect(found).toEqual([])
})
