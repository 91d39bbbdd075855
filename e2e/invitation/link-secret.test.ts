import { Balancer } from '../../server/testing/balancer.ts'
import { freePort } from '../../server/testing/free-port.ts'
import { acceptInDialog } from '../fixtures/group.ts'
import { readQrCode } from '../fixtures/read-qr-code.ts'
import { dialog } from '../fixtures/screen.ts'
import { Server } from '../fixtures/server.ts'
import { expect, test as testOnOneServer } from '../fixtures/test.ts'

type Recorded = { line: string; headers: string; body: string }

/** A test with a server of its own behind a reverse proxy. Browsers use the proxy, which records their requests. */
const test = testOnOneServer.extend<{ proxied: { server: Server; requests: Recorded[] } }>({
  proxied: async ({ mail }, use) => {
    const port = await freePort()
    const server = await Server.open({
      SMTP_URL: mail.url,
      APP_URL: `http://localhost:${port}`,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'trace',
    })
    const proxy = new Balancer()
    const requests: Recorded[] = []
    proxy.record = ({ method, url, rawHeaders }, body) =>
      requests.push({ line: `${method} ${url}`, headers: rawHeaders.join('\n'), body: body.toString() })
    await proxy.listen(port, [Number(new URL(server.directUrl).port)])
    await use({ server, requests })
    await proxy.close()
    await server.close()
  },
  backend: async ({ proxied }, use) => use(proxied.server),
})

test('the secret of an invite link is in bodies of requests, but not in addresses, headers, emails or the log', async ({
  ana,
  choir,
  cyd,
  mail,
  proxied: { server, requests },
  stranger,
}) => {
  test.slow()
  await ana.page.goto(`/groups/${choir.id}`)
  await ana.page.getByRole('button', { name: 'Invite Members' }).click()
  const section = ana.page.getByRole('region', { name: 'By link' })
  await section.getByRole('button', { name: 'Show QR code' }).click()
  await dialog(ana.page, 'QR code of the link to Choir').waitFor()
  const address = await readQrCode(ana.page)
  await ana.page.keyboard.press('Escape')
  const secret = address.split('.').at(-1) ?? ''
  expect(secret).toHaveLength(22)

  const guest = await stranger('Gil')
  await guest.page.goto(address)
  await guest.page.getByRole('button', { name: 'I have an account' }).click()
  await expect(guest.page).toHaveURL('/login')
  await guest.page.goBack()
  await guest.page.reload()
  await guest.page.getByRole('button', { name: "I'm new here" }).click()
  await guest.fillSignUp()
  const desk = (await stranger('Gil')).as(guest)
  await desk.verify()
  await desk.signIn()
  await acceptInDialog(desk)
  await expect(desk.page.getByRole('heading', { name: 'Members (3)' })).toBeVisible()

  await cyd.page.goto(address)
  await cyd.page.getByRole('button', { name: 'Join' }).click()
  await expect(cyd.page).toHaveURL(`/groups/${choir.id}`)
  await section.getByRole('button', { name: 'Revoke' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(0)
  await guest.page.goto(address)
  await expect(guest.page.getByRole('alert')).toContainText('This link no longer works.')

  // The proxy must have recorded the secret. Otherwise the searches below would prove nothing.
  const carriers = requests.filter(({ body }) => body.includes(secret)).map(({ line }) => line)
  expect(new Set(carriers)).toEqual(
    new Set(['POST /api/invite-link', 'POST /api/accounts', 'POST /api/invite-link/join']),
  )
  expect(requests.filter(({ headers }) => /^referer$/im.test(headers))).toEqual([])
  await expect.poll(() => server.log.join('\n')).toContain('link-not-usable')

  // Not even this part of the secret may be found.
  const part = secret.slice(0, 8)
  expect(requests.filter(({ line }) => line.includes(part))).toEqual([])
  expect(requests.filter(({ headers }) => headers.includes(part))).toEqual([])
  expect(server.log.filter(line => line.includes(part))).toEqual([])
  expect(mail.emailsTo(guest.email).filter(({ text }) => text.includes(part))).toEqual([])
})
