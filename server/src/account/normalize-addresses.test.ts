import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { signUps, users } from '#database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { TestUser } from '#testing/test-user.ts'

const app = useTestApp()

test('a restart normalizes a stored address, so that the user can sign in with three spellings of the address', async () => {
  const ana = await app.signUp('Ana')
  const email = 'ana@exämple.org'
  await app.database.update(users).set({ email }).where(eq(users.uid, ana.userId))
  await app.restart()
  const answers = await Promise.all(
    [email, 'ana@xn--exmple-cua.org', 'ANA@EXÄMPLE.ORG'].map(typed =>
      app.guest().call(api.signIn, { body: { email: typed, password: ana.password } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('a restart removes the quotes and the dot at the end from the address of a pending sign-up', async () => {
  const eva = new TestUser(app.url, { name: 'Eva', email: 'eva@example.org' })
  await eva.register()
  await app.database.update(signUps).set({ email: '"eva"@example.org.' }).where(eq(signUps.email, eva.email))
  await app.restart()
  await eva.verify((await app.linkTo(eva, 'email-verified')).searchParams.get('oobCode') ?? '')
  expect(await eva.signIn()).toMatchObject({ email: eva.email })
})

test('an address does not change if its normal form belongs to another account', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const [stored, email] = ['ben@bücher.example', 'ben@xn--bcher-kva.example']
  await app.database.update(users).set({ email: stored }).where(eq(users.uid, ana.userId))
  await app.database.update(users).set({ email }).where(eq(users.uid, ben.userId))
  await app.restart()
  const found = await app.database.select({ email: users.email }).from(users).where(eq(users.uid, ana.userId))
  expect(found).toEqual([{ email: stored }])
  expect((await app.guest().call(api.signIn, { body: { email, password: ben.password } })).status).toBe(200)
})
