import { functionsPath } from '@grouplight/contract/callable.ts'
import { expect, test } from 'vitest'
import { runCommand } from '#operator/run-command.ts'
import { hourMs } from '#platform/clock.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { newAddress, TestUser } from '#testing/test-user.ts'

const app = useTestApp()
const [ana] = app.users('Ana')

/** As people paste an address from a mail program, a list of contacts, a spreadsheet or a keyboard for Japanese. */
const pasted: [how: string, paste: (address: string) => string][] = [
  [
    'with invisible characters',
    address => `\ufeff${address.replace('@', '\u200b@\u2060').replace('.', '\u00ad.')}`,
  ],
  ['with a direction around it', address => `\u202a${address}\u202c`],
  ['as a link', address => `mailto:${address}`],
  ['with a name', address => `"Li, Ben" <${address}>;`],
  ['with a comma', address => `${address},`],
  [
    'in full-width letters',
    address => address.replace(/[!-~]/g, sign => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)),
  ],
]

test.each(pasted)('an address that is pasted %s is the same address at every entry', async (_, paste) => {
  const email = newAddress()
  const typed = paste(email)
  const guest = app.guest()
  const ben = new TestUser(app.url, { name: 'Ben', email })

  await guest.ok(api.signUp, { body: { displayName: 'Ben', email: typed, password: ben.password } })
  await guest.request('POST', `${functionsPath}/sendVerificationEmail`, { email: typed })
  const mails = await app.emailsTo(email)
  expect(mails).toHaveLength(2)
  await ben.verify(await app.codeTo(email))
  const { account } = await guest.ok(api.signIn, { body: { email: typed, password: ben.password } })
  expect(account.email).toBe(email)

  const { status } = await app
    .guest()
    .request('POST', `${functionsPath}/sendCustomPasswordReset`, { data: { email: typed } })
  expect(status).toBe(200)
  expect((await app.linkTo(email, 'reset-password')).searchParams.get('token')).toBeTruthy()

  const group = await ana.ok(api.createGroup, { body: { name: 'Choir', inviteEmails: [typed] } })
  const params = { groupId: group.id }
  const { skipped } = await ana.invite(params.groupId, typed, email)
  expect(skipped.map(each => each.email)).toEqual([email])
  app.clock.advance(hourMs)
  const resent = await ana.request('POST', `${functionsPath}/sendEmailHttp`, { to: typed })
  expect(resent.status).toBe(200)

  const outcome = await runCommand(
    app.services,
    { args: ['users', 'sign-out', typed], folder: '/' },
    () => {},
  )
  expect(outcome).toEqual({ exit: 0 })
})
