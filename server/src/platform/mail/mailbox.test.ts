import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { functionsPath } from '@grouplight/contract/callable.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/tokens.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { TestMailServer } from '#testing/test-mail-server.ts'
import { hasMailbox, mailboxPath } from './mailbox.ts'

const app = useTestApp({ APP_NAME: 'Ämpel & <i>Co</i>', TRUSTED_PROXIES: '127.0.0.1,::1' })

const mailbox = () => mailboxPath(app.services.secret)

async function requestPage(path: string, sent: Record<string, string> = {}) {
  const { status, headers, body } = await app.guest().request('GET', path, undefined, sent)
  return {
    status,
    page: String(body),
    type: headers.get('content-type'),
    policy: headers.get('content-security-policy'),
    headers,
  }
}

/** Signs up, so that the mailbox shows a verification email. */
async function signUp(name: string): Promise<void> {
  const email = `${name}.${newId().toLowerCase()}@example.org`
  await app.guest().ok(api.signUp, { body: { displayName: name, email, password: 'correct horse' } })
}

describe('the development mailbox', () => {
  test('shows the emails of the outbox, the newest first, and escapes their texts', async () => {
    const ana = await app.signUp('Ana')
    await ana.request('POST', `${functionsPath}/sendCustomPasswordReset`, { data: { email: ana.email } })
    await ana.ok(api.updateAccount, { body: { displayName: '<script>alert(1)</script>' } })
    const { id: groupId } = await app.groupOf(ana)
    await ana.invite(groupId, 'ben><img/src=x>@example.org')
    const list = await requestPage(mailbox())
    expect(list).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
    expect(list.page).toContain('Mailbox of Ämpel &#38; &#60;i&#62;Co')
    expect(list.page).toContain(
      '&#60;script&#62;alert(1)&#60;/script&#62; invited you to join Mountain Rescue',
    )
    expect(list.page).not.toMatch(/<script|<img|<i>/)
    expect(list.page.indexOf('invited you')).toBeLessThan(list.page.indexOf('Reset your'))
    expect(list.policy).toBe(
      "default-src 'none'; style-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    )

    const [invitation, reset] = [...list.page.matchAll(/href="(\/mailbox\/[\w-]+\/\w+)"/g)].map(
      ([, path]) => path ?? '',
    )
    const page = await requestPage(invitation ?? '')
    expect(page.page).not.toMatch(/<script|<img/)
    expect(page.page).toContain(`<iframe src="${invitation}/html"`)
    expect(page.policy).toBe(list.policy)

    const sentEmail = await requestPage(`${reset}/html`)
    expect(sentEmail.page).toContain((await app.linkTo(ana, 'reset-password')).href.replaceAll('&', '&#38;'))
    expect(sentEmail.page).toContain('<base target="_top">')
    expect(sentEmail.policy).toBe("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'")
    expect(sentEmail.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect((await requestPage('/mailbox.css')).type).toBe('text/css; charset=utf-8')
  })

  test('is not served under another host name', async () => {
    const { port } = new URL(app.url)
    const [status, page] = await new Promise<[number | undefined, string]>((resolve, reject) => {
      const headers = { host: `evil.example:${port}`, 'x-forwarded-host': 'localhost' }
      const asked = get({ port, path: mailbox(), headers }, async answer =>
        resolve([answer.statusCode, await text(answer)]),
      )
      asked.on('error', reject)
    })
    if (status !== 404) expect(page).toContain('<div id="root">')
    expect(page).not.toContain('Mailbox')
  })

  test.each([
    ['x-forwarded-for', '192.0.2.1'],
    ['x-forwarded-proto', 'https'],
    ['x-real-ip', '192.0.2.1'],
    ['forwarded', 'for=192.0.2.1'],
    ['via', '1.1 proxy'],
  ])('is not served through a proxy of this machine that sends %s', async (name, value) => {
    await signUp('ben')
    for (const path of [mailbox(), '/mailbox']) {
      const { page } = await requestPage(path, { [name]: value })
      expect(page).not.toMatch(/Mailbox of|Verify your email/)
    }
  })

  test('needs its whole path, because some proxies of this machine send no such header', async () => {
    await signUp('cyd')
    expect(mailbox()).toMatch(/^\/mailbox\/[\w-]{22}$/)
    const { status, page } = await requestPage('/mailbox')
    expect([status, page]).toEqual([404, expect.stringContaining('prints the address of the mailbox')])
    for (const path of ['/mailbox', '/mailbox/', mailbox().slice(0, -1), `/mailbox/${'x'.repeat(22)}`])
      expect((await requestPage(path)).page).not.toMatch(/Verify your email|href="\/mailbox\/./)
    expect(mailboxPath('another secret')).not.toBe(mailbox())
    expect(app.logged.join()).not.toContain(mailbox())
  })

  test('is named in the response to a sign-up only if the request comes from this machine', async () => {
    const body = {
      displayName: 'Eve',
      email: `eve.${newId().toLowerCase()}@example.org`,
      password: 'correct horse',
    }
    const path = `${api.signUp.method} ${api.signUp.path}`.split(' ')
    const via = (headers: Record<string, string>) =>
      app.guest().request(path[0] ?? '', path[1] ?? '', body, headers)
    expect((await via({})).body).toEqual({ ok: true, mailbox: mailbox() })
    expect((await via({ 'x-forwarded-for': '192.0.2.1' })).body).toEqual({ ok: true, mailbox: null })
  })
})

describe('a site whose emails must not be shown', async () => {
  const mailServer = await TestMailServer.open()
  const mailing = useTestApp({ SMTP_URL: mailServer.url })
  const open = useTestApp({ HOST: '0.0.0.0' })
  afterAll(() => mailServer.close())

  test('the development mailbox is not served if a mail server is set, or if other machines could open it', async () => {
    for (const { guest, services } of [mailing, open]) {
      for (const path of [
        mailboxPath(services.secret),
        '/mailbox',
        '/mailbox/x',
        '/mailbox/x/html',
        '/mailbox.css',
      ]) {
        const { status, body } = await guest().request('GET', path)
        // If the web app is built, its page is served at unknown paths without a file extension.
        if (status !== 404) expect(String(body)).toContain('<div id="root">')
        expect(String(body)).not.toContain('Mailbox')
      }
    }
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'grouplight.example'])
      expect(hasMailbox({ host, appUrl: 'http://localhost:3000' })).toBe(false)
    for (const host of ['localhost', '127.0.0.1', '::1']) {
      expect(hasMailbox({ host, appUrl: 'http://localhost:3000' })).toBe(true)
      expect(hasMailbox({ host, appUrl: 'https://example.org' })).toBe(false)
      expect(hasMailbox({ host, appUrl: 'http://localhost:3000', smtpUrl: mailServer.url })).toBe(false)
    }
  })
})
