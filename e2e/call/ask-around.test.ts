import { signOut } from '@grouplight/contract/account.ts'
import { withdrawCall } from '@grouplight/contract/ask-around.ts'
import { readGroup } from '@grouplight/contract/group.ts'
import { allowAsking, ask, button, say } from '../fixtures/call.ts'
import { accept, addMembers, groupOf, invite, setStatus } from '../fixtures/group.ts'
import { press } from '../fixtures/keyboard.ts'
import { holdRequests } from '../fixtures/requests.ts'
import { bell, cardOf, dialog, toast } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

test('a question goes from the dialog to everybody’s page, and is found live', { tag: '@main' }, async ({
  ana,
  ben,
  cyd,
}) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  await ana.gotoLive(`/groups/${group.id}`)
  await cyd.gotoLive(`/groups/${group.id}`)
  await ben.gotoLive('/dashboard')
  await expect(button(cyd.page, 'Leave Group')).toBeVisible()
  await expect(button(cyd.page, 'Ask around')).toBeHidden()

  await button(ana.page, 'Group Settings').click()
  await dialog(ana.page, 'Group Settings').getByLabel('Asking around').selectOption('Every member')
  await expect(button(cyd.page, 'Ask around')).toBeVisible()
  await ana.page.keyboard.press('Escape')

  await button(ana.page, 'Ask around').click()
  const asking = dialog(ana.page, 'Ask around')
  await asking.getByLabel('What is it about?').fill('Fire drill at the station')
  await expect(asking.getByRole('radio', { name: 'Those who are available (2)' })).toBeChecked()
  await setStatus(cyd, group, false)
  await expect(button(asking, 'Ask 1 person')).toBeVisible()
  await asking.getByRole('radio', { name: 'Everybody (2)' }).check()
  await button(asking, 'More: How many are needed').click()
  await button(asking, 'Ask 2 people').click()
  await expect(asking).toBeHidden()

  const asks = 'Ana asks: Fire drill at the station · 0 of 2 · '
  await expect(cardOf(ben.page, group)).toContainText(`${asks}until`)
  await expect(cyd.page.getByRole('group', { name: asks })).toBeVisible()
  await expect(ana.page.getByRole('group', { name: `${asks}2 have not answered · until` })).toBeVisible()

  await button(cyd.page, 'I can’t').click()
  await expect(cyd.page.getByRole('group', { name: 'You said you can’t.' })).toBeVisible()
  await expect(cyd.page.getByText('Fire drill')).toBeHidden()
  await expect(ana.page.getByText('0 of 2 · 1 can’t · 1 has not answered')).toBeVisible()

  await button(cardOf(ben.page, group), 'I can').click()
  await expect(cardOf(ben.page, group)).toContainText('You said you can.')
  await button(ben.page, 'Add a few words').click()
  await ben.page.getByLabel('Add a few words').fill('in 20 minutes')
  await button(ben.page, 'Save').click()
  await expect(ana.page.getByRole('group', { name: 'Ana asks' })).toContainText('Ben · in 20 minutes')

  await button(cyd.page, 'I can after all').click()
  await expect(cyd.page.getByText('Found: Ben, Cyd')).toBeVisible()
  await expect(ana.page.getByText('Found: Ben, Cyd')).toBeVisible()
  await expect(cardOf(ben.page, group)).toContainText('Found: Ben, Cyd · Fire drill at the station')

  await button(ben.page, 'Take back').click()
  await dialog(ben.page, 'Take back').getByRole('button', { name: 'Confirm' }).click()
  await expect(button(ben.page, 'I can')).toBeVisible()
  await expect(ana.page.getByText('1 of 2 · 1 has not answered')).toBeVisible()
  await expect(button(cyd.page, 'Take back')).toBeVisible()

  await button(ana.page, 'Withdraw').click()
  await expect(ana.page.getByText('Fire drill')).toBeHidden()
  await expect(cyd.page.getByText('Fire drill')).toBeHidden()
  await bell(ben.page).click()
  const notice = dialog(ben.page, 'Notifications').getByText('Ana asks in Choir: Fire drill at the station')
  await notice.click()
  await expect(ben.page.getByText('This is over.')).toBeVisible()
})

test('what is typed stays until it is sent, and a refusal says why', async ({ ana, ben, choir }) => {
  await allowAsking(ana, choir)
  await setStatus(ana, choir, false)
  await ben.page.goto(`/groups/${choir.id}`)
  await button(ben.page, 'Ask around').click()
  const asking = dialog(ben.page, 'Ask around')
  const about = asking.getByLabel('What is it about?')
  await about.fill('Hm')
  await expect(asking.getByText('Nobody else is available now.')).toBeVisible()
  await button(asking, 'Ask everybody (1)').click()
  await expect(asking.getByRole('alert')).toHaveText('What it is about needs at least 3 characters.')
  await expect(about).toBeFocused()
  await about.fill('Tea')
  await button(asking, 'More: How many are needed').click()
  await asking.getByLabel('Open for').selectOption('4 hours')
  await asking.getByRole('radio', { name: 'Everybody (1)' }).check()
  await expect(asking.getByText('Only 1 person is asked.')).toBeVisible()
  await button(asking, 'Ask 1 person').click()
  await expect(asking.getByRole('alert')).toContainText('You can ask around here an hour after joining.')

  await ben.page.keyboard.press('Escape')
  await ben.page.reload()
  await button(ben.page, 'Ask around').click()
  await expect(about).toHaveValue('Tea')
  await expect(asking.getByLabel('Open for')).toHaveValue('240')

  await ben.api.ok(signOut)
  await expect(ben.page).toHaveURL('/login')
  await ben.signIn()
  await expect(ben.page).toHaveURL('/dashboard')
  await ben.page.goto(`/groups/${choir.id}`)
  await button(ben.page, 'Ask around').click()
  await expect(about).toHaveValue('Tea')
})

test('from 15 people on, the dialog asks a second time, and remembers what was asked', async ({
  ana,
  choir,
  server,
}) => {
  await allowAsking(ana, choir)
  await addMembers(server, choir, 14)
  await ana.page.goto(`/groups/${choir.id}`)
  await button(ana.page, 'Ask around').click()
  const asking = dialog(ana.page, 'Ask around')
  await button(asking, 'Who can come?').click()
  await asking.getByRole('checkbox', { name: 'As many as want' }).check()
  await asking.getByRole('radio', { name: 'Everybody (15)' }).check()
  await button(asking, 'Ask 15 people').click()
  await expect(asking.getByText('15 people will be asked, and their phones may ring.')).toBeVisible()
  await button(asking, 'Back').click()
  await button(asking, 'Ask 15 people').click()
  await button(asking, 'Ask 15 people').click()
  await expect(ana.page.getByRole('group', { name: 'Ana asks: Who can come?' })).toBeVisible()

  await button(ana.page, 'Ask around').click()
  await expect(asking.getByLabel('What is it about?')).toHaveValue('')
  await expect(asking.getByRole('group', { name: 'Examples' }).getByRole('button')).toHaveText([
    'Who can come?',
    'Can somebody take over from me?',
    'Anybody up for it?',
  ])
})

test('an address that names a question shows its answers first; the keyboard answers, and other pages follow', async ({
  ana,
  ben,
  cyd,
  onAnotherDevice,
}) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  await allowAsking(ana, group)
  const { id: callId } = await ask(ana, group, 'Fire drill', { needed: 3 })
  const phone = await onAnotherDevice(ben)
  await phone.gotoLive('/dashboard')
  // An email leads here. The address is kept while the user signs in.
  await ben.context.clearCookies()
  await ben.page.goto(`/groups/${group.id}?call=${callId}`)
  await expect(ben.page).toHaveURL('/login')
  await ben.signIn()
  const question = ben.page.getByRole('group', { name: 'Ana asks: Fire drill' })
  await expect(question).toBeVisible()
  expect((await button(question, 'I can').boundingBox())?.height).toBeGreaterThan(80)
  expect(await ben.page.locator('main').getByRole('button').allTextContents()).toEqual(
    expect.arrayContaining(['I can', 'I can’t']),
  )
  await expect(ben.page.locator('main').getByRole('button').first()).toHaveText('I can')

  await press(ben.page, button(question, 'I can'))
  await expect(ben.page.getByText('You said you can.')).toBeVisible()
  await expect(ben.page.getByRole('group', { name: 'Ana asks: Fire drill' })).toBeFocused()
  await expect(cardOf(phone.page, group)).toContainText('You said you can.')

  await ana.api.ok(withdrawCall, { params: { callId } })
  await expect(ben.page.getByText('This is over.')).toBeVisible()
})

test('everybody is asked once, also who joins later; who is found is thanked for an hour, and can take it back until the time is over', async ({
  ana,
  ben,
  cyd,
  member,
}) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  await allowAsking(ana, group)
  await setStatus(cyd, group, false)
  await ask(ana, group, 'Fire drill', { forMinutes: 90 })
  await ana.gotoLive(`/groups/${group.id}`)
  const counts = (text: string) => expect(ana.page.getByText(`0 of 1 · ${text}`)).toBeVisible()
  await counts('1 has not answered')
  await button(ana.page, 'Ask everybody').click()
  await counts('2 have not answered')
  await expect(button(ana.page, 'Ask everybody')).toBeHidden()
  const dan = await member('Dan')
  await invite(ana, group, dan)
  await accept(dan, group)
  await counts('3 have not answered')
  await expect(button(ana.page, 'Ask everybody')).toBeHidden()

  for (const { page } of [ben, cyd]) await page.clock.install()
  for (const user of [ben, cyd]) await user.gotoLive(`/groups/${group.id}`)
  await button(ben.page, 'I can').click()
  await expect(cyd.page.getByText('Found. Thank you! · Fire drill')).toBeVisible()
  await cyd.page.clock.fastForward('58:00')
  await expect(cyd.page.getByText('Found. Thank you! · Fire drill')).toBeVisible()
  for (const { page } of [ben, cyd]) await page.clock.fastForward('01:10:00')
  await expect(cyd.page.getByText('Fire drill')).toBeHidden()
  await expect(ben.page.getByText('Found: Ben · Fire drill')).toBeVisible()
  await expect(button(ben.page, 'Take back')).toBeVisible()
  await ben.page.clock.fastForward('30:00')
  await expect(ben.page.getByText('Fire drill')).toBeHidden()
})

test.describe('with a bad connection', () => {
  test.use({ outages: true })

  test('who is too late, or cannot reach the server, hears it kindly, and nothing is sent later', async ({
    ana,
    ben,
    cyd,
    server,
  }) => {
    const group = await groupOf('Choir', ana, ben, cyd)
    await allowAsking(ana, group)
    const call = await ask(ana, group, 'Fire drill')
    await cyd.gotoLive(`/groups/${group.id}`)
    server.network.cut()
    await button(cyd.page, 'I can').click()
    await expect(toast(cyd.page, 'Your answer was not sent: ')).toBeVisible()
    const question = cyd.page.getByRole('group', { name: 'Ana asks: Fire drill' })
    await expect(question).toContainText(/ · as of \d/)
    server.network.restore()
    await expect(question).not.toContainText('as of')
    const { calls } = await ana.api.ok(readGroup, { params: { groupId: group.id } })
    expect(calls).toMatchObject([{ count: 0 }])

    const release = await holdRequests(cyd.page, '**/answer?*')
    await button(cyd.page, 'I can').click()
    await expect(cyd.page.getByText('You said you can.')).toBeVisible()
    await say(ben, call, true)
    release()
    await expect(toast(cyd.page, 'Somebody was faster: it is found.')).toBeVisible()
    await expect(cyd.page.getByText('Found. Thank you!')).toBeVisible()
    await expect(button(cyd.page, 'I can')).toBeHidden()
  })
})
