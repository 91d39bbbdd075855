import { request } from 'node:http'
import { functionsPath } from '@grouplight/contract/callable.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { TestMailServer } from '#testing/test-mail-server.ts'
import { newAddress, TestUser } from '#testing/test-user.ts'
import { renderEmail } from './layout.ts'

const app = useTestApp()

const hostile = `<script>alert("x")</script> 'O"Neil' & Co {{7*7}}`

const visibleTextOf = (html: string) =>
  html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ')
const elementsOf = (html: string) =>
  new Set([...html.matchAll(/<([a-z]\w*)/gi)].map(([, name]) => name?.toLowerCase()))
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)
const harmless = [
  'html',
  'head',
  'meta',
  'title',
  'style',
  'body',
  'table',
  'tr',
  'td',
  'p',
  'span',
  'bdi',
  'h1',
  'blockquote',
  'a',
  'br',
]

describe('an email', () => {
  test('has the same texts in plain text and in HTML, and escapes all of them in HTML', () => {
    const content = {
      kind: 'test',
      to: 'ana@example.org',
      language: 'en' as const,
      subject: `Subject ${hostile}`,
      heading: `Heading ${hostile}`,
      paragraphs: [`First ${hostile}`, `Second ${hostile}`],
      quote: {
        words: `Quote ${hostile}\n</blockquote><img src=x onerror=alert(1)>`,
        author: `Author ${hostile}`,
      },
      actions: [{ label: `Label ${hostile}`, url: 'https://example.org/?a=1&b="><script>' }],
      smallPrint: `Small ${hostile}`,
      smallLink: { label: `Stop ${hostile}`, url: 'https://example.org/?b="><img>' },
    }
    const sentEmail = renderEmail(content, {
      appName: `App ${hostile}`,
      appUrl: 'https://example.org',
      linksIn: () => [{ label: `Imprint ${hostile}`, url: 'https://example.org/?c="><b>' }],
    })
    expect(sentEmail).toMatchObject({ to: 'ana@example.org', subject: `Subject ${hostile}` })
    const seen = visibleTextOf(sentEmail.html)
    for (const word of [
      'Heading',
      'First',
      'Second',
      'Quote',
      'Author',
      'Label',
      'Small',
      'Stop',
      'App',
      'Imprint',
    ]) {
      expect(sentEmail.text).toContain(`${word} ${hostile}`)
      expect(seen).toContain(`${word} ${hostile}`)
    }
    expect(sentEmail.text).toContain('> </blockquote><img')
    expect(sentEmail.text).toContain('https://example.org/?a=1&b="><script>')
    expect([...elementsOf(sentEmail.html)].filter(name => !harmless.includes(name ?? ''))).toEqual([])
    expect(sentEmail.html).not.toMatch(/<[^>]*\son\w+=/i)
    expect(linksIn(sentEmail.html)).toEqual([
      'https://example.org/?a=1&#38;b=&#34;&#62;&#60;script&#62;',
      'https://example.org/?b=&#34;&#62;&#60;img&#62;',
      'https://example.org',
      'https://example.org/?c=&#34;&#62;&#60;b&#62;',
    ])
  })

  test('contains no text that a guest chose, if a request of the guest caused the email', async () => {
    const evil = 'Buy at evil.example'
    const [email, taken] = [newAddress(), (await app.signUp('Ana')).email]
    const guest = app.guest()
    for (const to of [email, email, taken]) {
      await guest.ok(api.signUp, { body: { displayName: evil, email: to, password: evil } })
    }
    await guest.request('POST', `${functionsPath}/sendVerificationEmail`, { email, displayName: evil })
    await guest.request('POST', `${functionsPath}/sendCustomPasswordReset`, { data: { email } })
    const sentEmails = [...(await app.emailsTo(email)), ...(await app.emailsTo(taken))]
    expect(sentEmails).toHaveLength(5)
    for (const { subject, text, html } of sentEmails) {
      expect(`${subject}${text}${html}`).not.toMatch(/evil|Buy/)
      expect(linksIn(html).filter(link => !link?.startsWith(app.url))).toEqual([])
    }
  })

  test('links only to the configured host, even if the request names a different host', async () => {
    const email = newAddress()
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      forwarded: 'host=evil.example;proto=gopher',
      'content-type': 'application/json',
    }
    const post = (path: string, body: object) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request(app.url + path, { method: 'POST', headers }, answer =>
          resolve(answer.resume().statusCode),
        )
        sent.on('error', reject).end(JSON.stringify(body))
      })
    expect(await post('/api/accounts', { displayName: 'Ana', email, password: 'correct horse' })).toBe(200)
    expect(await post(`${functionsPath}/sendVerificationEmail`, { email })).toBe(200)
    expect(await post(`${functionsPath}/sendCustomPasswordReset`, { data: { email } })).toBe(200)
    const sentEmails = await app.emailsTo(email)
    expect(sentEmails).toHaveLength(3)
    for (const { text, html } of sentEmails) {
      expect(text + html).not.toMatch(/evil|gopher/)
      const links = linksIn(html)
      expect(links.length).toBeGreaterThan(1)
      for (const link of links) expect(new URL(link ?? '').origin).toBe(app.url)
    }
  })
})

describe('an invitation email that arrives', async () => {
  const mailServer = await TestMailServer.open()
  const mailing = useTestApp({ SMTP_URL: mailServer.url, APP_NAME: 'Ämpel & Co' })
  afterAll(() => mailServer.close())

  async function signUpByMail(): Promise<TestUser> {
    const user = new TestUser(mailing.url, { name: 'Ana', email: newAddress() })
    await user.register()
    const [mail] = await mailServer.mailsTo(user.email)
    await user.verify(mail?.text?.match(/oobCode=([\w-]+)/)?.[1] ?? '')
    await user.signIn()
    return user
  }

  test('has the complete subject, one recipient, and escaped names and messages', async () => {
    const ana = await signUpByMail()
    const to = newAddress()
    await ana.ok(api.updateAccount, { body: { displayName: `${hostile}\r\nBcc: eve@example.org` } })
    const { id: groupId } = await ana.ok(api.createGroup, {
      body: { name: `Night\u2028Watch 🚦 <img src=x onerror=alert(1)> ${'ü'.repeat(20)}` },
    })
    const message = `Do come!\r\nBcc: eve@example.org\r\n\r\n${hostile}</blockquote>\n.\nQUIT`
    await ana.ok(api.inviteMembers, { params: { groupId }, body: { emails: [to], message } })

    const [mail] = await mailServer.mailsTo(to)
    const [inviter, group] = [
      `${hostile} Bcc: eve@example.org`,
      `Night Watch 🚦 <img src=x onerror=alert(1)> ${'ü'.repeat(20)}`,
    ]
    expect(mail?.subject).toBe(`${inviter} invited you to join ${group} on Ämpel & Co App`)
    expect(mail?.recipients).toEqual([to])
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mailServer.inbox.flatMap(({ recipients }) => recipients)).not.toContain('eve@example.org')

    expect(mail?.text).toContain(`${inviter} invited you to join ${group} on Ämpel & Co`)
    expect(mail?.text).toContain(
      `> Do come!\n> Bcc: eve@example.org\n> \n> ${hostile}</blockquote>\n> .\n> QUIT`,
    )
    expect(mail?.text).toContain('Create an account with this address, or sign in')
    const html = mail?.html ?? ''
    expect([...elementsOf(html)].filter(name => !harmless.includes(name ?? ''))).toEqual([])
    expect(visibleTextOf(html)).toContain(`${inviter} invited you to join ${group} on Ämpel & Co`)
    expect(visibleTextOf(html)).toContain(`Do come! Bcc: eve@example.org ${hostile}</blockquote> . QUIT`)
    expect(linksIn(html)).toEqual([
      expect.stringMatching(/\/signup#\w{12}\.[\w-]{43}$/),
      expect.stringMatching(/\/login#\w{12}\.[\w-]{43}$/),
      expect.stringMatching(/\/do-not-invite\?token=[\w-]{86}$/),
      mailing.url,
    ])
  })

  test('goes to one address, and does not contain the other invited addresses', async () => {
    const ana = await signUpByMail()
    const emails = [newAddress(), newAddress(), newAddress()]
    await ana.ok(api.createGroup, { body: { name: 'Night Watch', inviteEmails: emails } })
    for (const email of emails) {
      const [mail] = await mailServer.mailsTo(email)
      expect(mail?.recipients).toEqual([email])
      expect(mail?.to?.map(({ address }) => address)).toEqual([email])
      for (const other of emails.filter(other => other !== email)) expect(mail?.raw).not.toContain(other)
    }
  })
})
