import { linkIn, type Mail } from '../fixtures/mail.ts'
import { expect, test, type Visitor } from './test.ts'

const hasFocus = { hasFocus: true }

test('the main journey of two users', async ({ visitor, server, mail }) => {
  const [ana, ben] = [await visitor('Ana'), await visitor('Ben')]
  for (const user of [ana, ben])
    await test.step(`${user.name} signs up, follows the link of the email and signs in`, () =>
      enter(user, server.url, mail))

  await test.step('Ana creates a group', async () => {
    await ana.screen.click('button', 'New Group')
    await ana.screen.fillIn({ 'Group Name': 'Choir', Description: 'On Thursdays' })
    await ana.screen.click('button', 'Create Group')
    await ana.screen.click('link', 'Choir')
    await ana.screen.expectVisible('heading', 'Members (1)')
    // A newly opened page moves the focus to its main element. The next step presses a key, so it must wait until the focus has moved.
    await ana.screen.expectVisible('main', '', { holdsFocus: true })
  })

  await test.step('Ana invites Ben by keyboard, and the focus returns to the button Invite Members', async () => {
    await ana.screen.press('Enter', 'button', 'Invite Members')
    await ana.screen.expectVisible('button', 'Copy invite link', hasFocus)
    await ana.screen.fillIn({ 'Email 1': ben.email })
    await ana.screen.press('Enter', 'button', 'Send Invites')
    await ana.screen.expectText('1 invitation sent')
    await ana.screen.pressKey('Escape')
    await ana.screen.expectHidden('dialog', 'Invite Members')
    await ana.screen.expectVisible('button', 'Invite Members', hasFocus)
  })

  await test.step('Ben accepts in a second browser', async () => {
    await ben.screen.expectVisible('dialog', 'Group Invitations', { holdsFocus: true })
    await ben.screen.press('Enter', 'button', 'Accept')
    await ben.screen.expectHidden('dialog', 'Group Invitations')
    await ben.screen.expectVisible('heading', 'Choir')
    await ana.screen.expectVisible('heading', 'Members (2)')
    await ana.screen.expectVisible('listitem', 'Ben', { text: expect.stringMatching(/\bAvailable/) })
  })

  await test.step("Ben's changes show on Ana's screen", async () => {
    await ben.screen.click('switch', 'Available in Choir')
    await ben.screen.expectVisible('switch', 'Available in Choir', { isChecked: false })
    await ana.screen.expectVisible('listitem', 'Ben', { text: expect.stringContaining('Unavailable') })
    await ben.screen.press('Space', 'switch', 'Available in Choir')
    await ben.screen.expectVisible('switch', 'Available in Choir', { isChecked: true })
    await ana.screen.expectText('Ben is now available in Choir')
    await ana.screen.expectVisible('listitem', 'Ben', { text: expect.stringMatching(/\bAvailable/) })
  })

  await test.step('dialogs keep the focus and return it when they close', async () => {
    for (const [button, title] of [
      ['Group Settings', 'Group Settings'],
      ['Delete Group', 'Delete Group'],
      ['Notifications', 'Notifications'],
      ['Invitations', 'Group Invitations'],
    ] as const) {
      await ana.screen.press('Enter', 'button', button)
      await ana.screen.expectVisible('dialog', title, { holdsFocus: true })
      for (let tabs = 0; tabs < 10; tabs++) {
        await ana.screen.pressKey('Tab')
        await ana.screen.expectVisible('dialog', title, { holdsFocus: true })
      }
      await ana.screen.pressKey('Escape')
      await ana.screen.expectHidden('dialog', title)
      await ana.screen.expectVisible('button', button, hasFocus)
    }
  })

  await test.step('without a network the page says so, can be opened anew, and keeps a change of the switch', async () => {
    // The service worker controls the page only from the second load on.
    await ana.screen.waitUntil(() => navigator.serviceWorker.ready.then(() => true))
    await ana.screen.open(`${server.url}/dashboard`)
    await ana.screen.click('link', 'Choir')
    await ana.screen.expectVisible('listitem', 'Ben')
    await ana.screen.waitUntil(() => navigator.serviceWorker.controller !== null)
    // Waits until the group that this page has fetched is saved. An earlier page may have saved an older copy.
    await ana.screen.waitUntil(() => {
      const saved = JSON.parse(localStorage.getItem('last-known') ?? '{ "state": { "queries": [] } }')
      return saved.state.queries.some(
        ({ queryKey, state }: { queryKey: string[]; state: { dataUpdatedAt: number } }) =>
          queryKey[0] === 'group' && state.dataUpdatedAt > performance.timeOrigin,
      )
    })
    server.network.cut()
    await ana.screen.expectText(/Reconnecting…|Offline, as of/)
    await ana.screen.open(`${server.url}/dashboard`)
    await ana.screen.click('link', 'Choir')
    await ana.screen.expectText(/Offline, as of \d/)
    await ana.screen.click('switch', 'Available in Choir')
    await ana.screen.expectVisible('switch', 'Available in Choir', { isChecked: false })
    await ana.screen.expectText('Your change is sent as soon as it is back.')
  })

  await test.step('when the network is back, the change arrives on the screen of Ben', async () => {
    server.network.restore()
    await ana.screen.expectText(/^Live$/m)
    await ana.screen.expectVisible('switch', 'Available in Choir', { isChecked: false })
    await ben.screen.expectVisible('listitem', 'Ana', { text: expect.stringContaining('Unavailable') })
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
  await screen.expectText('Account created successfully!')
  await screen.open(linkIn(await mail.nextEmailTo(email)))
  await screen.expectText('Email verified successfully!')
  await screen.click('link', 'Go to Login Now')
  await screen.expectVisible('field', 'Email', { value: email })
  await screen.fillIn({ Password: password })
  await screen.click('button', 'Sign In')
  await screen.expectVisible('heading', 'My Groups')
}
