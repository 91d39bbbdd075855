import { linkIn, type Mail } from '../fixtures/mail.ts'
import { expect, test, type Visitor } from './test.ts'

const hasFocus = { hasFocus: true }

test('the main journey of two people', async ({ visitor, server, mail }) => {
  const [ana, ben] = [await visitor('Ana'), await visitor('Ben')]
  for (const person of [ana, ben])
    await test.step(`${person.name} signs up, follows the link of the email and signs in`, () =>
      enter(person, server.url, mail))

  await test.step('Ana creates a group', async () => {
    await ana.screen.click('button', 'New Group')
    await ana.screen.fillIn({ 'Group Name': 'Choir', Description: 'On Thursdays' })
    await ana.screen.click('button', 'Create Group')
    await ana.screen.click('link', 'Choir')
    await ana.screen.sees('heading', 'Members (1)')
    // A new page takes the focus: whoever presses a key earlier presses it elsewhere.
    await ana.screen.sees('main', '', { holdsFocus: true })
  })

  await test.step('Ana invites Ben by keyboard, and the focus returns', async () => {
    await ana.screen.press('Enter', 'button', 'Invite Members')
    await ana.screen.sees('field', 'Email 1', hasFocus)
    await ana.screen.write(ben.email)
    await ana.screen.press('Enter', 'button', 'Send Invites')
    await ana.screen.reads('1 invitation sent')
    await ana.screen.hit('Escape')
    await ana.screen.loses('dialog', 'Invite Members')
    await ana.screen.sees('button', 'Invite Members', hasFocus)
  })

  await test.step('Ben accepts in a second browser', async () => {
    await ben.screen.sees('dialog', 'Group Invitations', { holdsFocus: true })
    await ben.screen.press('Enter', 'button', 'Accept')
    await ben.screen.reads('No pending invitations')
    await ben.screen.hit('Escape')
    await ben.screen.loses('dialog', 'Group Invitations')
    await ana.screen.sees('heading', 'Members (2)')
    await ana.screen.sees('listitem', 'Ben', { text: expect.stringMatching(/\bAvailable/) })
  })

  await test.step('what Ben switches shows on the screen of Ana', async () => {
    await ben.screen.click('switch', 'Available in Choir')
    await ben.screen.sees('switch', 'Available in Choir', { isChecked: false })
    await ana.screen.sees('listitem', 'Ben', { text: expect.stringContaining('Unavailable') })
    await ben.screen.press('Space', 'switch', 'Available in Choir')
    await ben.screen.sees('switch', 'Available in Choir', { isChecked: true })
    await ana.screen.reads('Ben is now available in Choir')
    await ana.screen.sees('listitem', 'Ben', { text: expect.stringMatching(/\bAvailable/) })
  })

  await test.step('dialogs keep the focus and give it back', async () => {
    for (const [button, title] of [
      ['Group Settings', 'Group Settings'],
      ['Delete Group', 'Delete Group'],
      ['Notifications', 'Notifications'],
      ['Invitations', 'Group Invitations'],
    ] as const) {
      await ana.screen.press('Enter', 'button', button)
      await ana.screen.sees('dialog', title, { holdsFocus: true })
      for (let tabs = 0; tabs < 10; tabs++) {
        await ana.screen.hit('Tab')
        await ana.screen.sees('dialog', title, { holdsFocus: true })
      }
      await ana.screen.hit('Escape')
      await ana.screen.loses('dialog', title)
      await ana.screen.sees('button', button, hasFocus)
    }
  })

  await test.step('without a network the page says so, starts again, and keeps what is switched', async () => {
    // From the second visit on, the page is of those that start without a network.
    await ana.screen.meets(() => navigator.serviceWorker.ready.then(() => true))
    await ana.screen.open(`${server.url}/dashboard`)
    await ana.screen.click('link', 'Choir')
    await ana.screen.sees('listitem', 'Ben')
    await ana.screen.meets(() => navigator.serviceWorker.controller !== null)
    await ana.screen.meets(() => {
      const kept = localStorage.getItem('last-known') ?? '{}'
      return JSON.parse(kept).asOf > performance.timeOrigin && kept.includes('"queryKey":["group",')
    })
    server.network.cut()
    await ana.screen.reads(/Reconnecting…|Offline, as of/)
    await ana.screen.open(`${server.url}/dashboard`)
    await ana.screen.click('link', 'Choir')
    await ana.screen.reads(/Offline, as of \d/)
    await ana.screen.click('switch', 'Available in Choir')
    await ana.screen.sees('switch', 'Available in Choir', { isChecked: false })
    await ana.screen.reads('Your change is sent as soon as it is back.')
  })

  await test.step('with the network back the change arrives on the screen of Ben', async () => {
    server.network.restore()
    await ana.screen.reads(/^Live$/m)
    await ana.screen.sees('switch', 'Available in Choir', { isChecked: false })
    await ben.screen.click('link', 'Choir')
    await ben.screen.sees('listitem', 'Ana', { text: expect.stringContaining('Unavailable') })
  })
})

async function enter({ name, email, password, screen }: Visitor, url: string, mail: Mail): Promise<void> {
  await screen.open(`${url}/signup`)
  await screen.fillIn({
    'Display Name': name,
    Email: email,
    Password: password,
    'Confirm Password': password,
  })
  await screen.click('button', 'Create Account')
  await screen.reads('Account created successfully!')
  await screen.open(linkIn(await mail.nextEmailTo(email)))
  await screen.reads('Email verified successfully!')
  await screen.click('link', 'Go to Login Now')
  await screen.fillIn({ Email: email, Password: password })
  await screen.click('button', 'Sign In')
  await screen.sees('heading', 'My Groups')
}
