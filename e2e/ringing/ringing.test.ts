import { accept, groupOf, invite, setStatus } from '../fixtures/group.ts'
import { badge } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ receivesPushes: true })

test('after it has confirmed its first push, a device rings and shows a test', async ({ ana, phone }) => {
  await phone.allow()
  await ana.page.goto('/profile/alerts')
  const section = ana.page.getByRole('region', { name: 'Devices' })
  await section.getByRole('button', { name: 'Ring on this device' }).click()
  const device = section.getByRole('listitem')
  await expect(device).toContainText('Waiting for its first ring')
  await expect(device).toContainText('This browser')

  await phone.receive()
  await expect
    .poll(() => phone.shown())
    .toMatchObject([{ title: 'Grouplight', body: 'This device rings now.', dir: 'ltr', lang: 'en' }])
  await expect(section.getByRole('status')).toHaveText('This device rings now.')
  await expect(section.getByRole('button', { name: 'Ring on this device' })).toBeHidden()
  // The pressed button has disappeared, so the focus has moved to the heading.
  await expect(section.getByRole('heading', { name: 'Devices', exact: true })).toBeFocused()
  await device.getByRole('button', { name: 'Send test Chrome on Linux' }).click()
  await expect(device).toContainText('A test is on its way.')
  await phone.receive()
  await expect.poll(() => phone.bodies()).toContain('This is a test.')
  await expect(device).toContainText(/last rung .+ ago/)
})

for (const [browser, nextStep] of [
  ['Brave', 'Open brave://settings/privacy, switch on “Use Google services for push messaging”'],
  [
    'another browser',
    'Please check your connection and try again. If that does not help, use another browser.',
  ],
] as const)
  test(`if the push service refuses in ${browser}, the page says what to do`, async ({ ana, phone }) => {
    await phone.allow()
    await ana.context.addInitScript(isBrave => {
      const refusal = new DOMException('Registration failed - push service error', 'AbortError')
      PushManager.prototype.subscribe = () => Promise.reject(refusal)
      if (isBrave) Object.defineProperty(navigator, 'brave', { value: {} })
    }, browser === 'Brave')
    await ana.page.goto('/profile/alerts')
    const section = ana.page.getByRole('region', { name: 'Devices' })
    await section.getByRole('button', { name: 'Ring on this device' }).click()
    await expect(section.getByRole('alert')).toContainText(nextStep)
  })

test('when a member becomes available, the device rings, and a tap opens the group and marks the notification as read', {
  tag: '@main',
}, async ({ ana, ben, cyd, phone }) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  for (const other of [ben, cyd]) await setStatus(other, group, false)
  await phone.ring()
  await ana.page.getByRole('link', { name: 'Grouplight' }).click()
  await expect(badge(ana.page)).toHaveText('4')
  await ana.page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await setStatus(ben, group, true)
  const { payload } = await phone.receive()
  await expect
    .poll(() => phone.shown())
    .toContainEqual(expect.objectContaining({ title: 'Ben is now available', body: 'Choir' }))
  await expect(badge(ana.page)).toHaveText('5')
  await phone.tap('Ben is now available')
  await expect(ana.page).toHaveURL(`/groups/${group.id}`)
  await expect(badge(ana.page)).toHaveText('4')
  expect(await ana.page.evaluate(() => 'isSamePage' in window)).toBe(true)
  await expect.poll(() => phone.bodies()).not.toContain('Choir')

  // Without an open page, a tap makes the browser open the address of the push. Here the test opens this address.
  await setStatus(cyd, group, true)
  const second = await phone.receive()
  expect(second.payload.notification.tag).toBe(payload.notification.tag)
  await expect(badge(ana.page)).toHaveText('5')
  await ana.page.goto(second.payload.notification.navigate)
  await expect(ana.page).toHaveURL(`/groups/${group.id}`)
  await expect(badge(ana.page)).toHaveText('4')
})

test('a sign-out silences the browser, and the next sign-in makes the browser ring again', async ({
  ana,
  ben,
  cyd,
  pushService,
  phone,
  choir,
}) => {
  await invite(ana, choir, cyd)
  await accept(cyd, choir)
  const device = cyd.api.userId
  await pushService.register(cyd.api, device)
  await setStatus(ben, choir, false)
  await phone.ring()
  await expect.poll(() => phone.bodies()).toHaveLength(1)
  await ana.page.getByRole('link', { name: 'You', exact: true }).click()
  await ana.page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(ana.page).toHaveURL('/login')
  await expect.poll(() => phone.isSubscribed()).toBe(false)
  await expect.poll(() => phone.bodies()).toEqual([])
  const requests = pushService.requests.length
  await setStatus(ben, choir, true)
  // The server decides about all devices of a group together.
  await pushService.pushesTo(device)
  expect(pushService.requests.slice(requests)).toEqual([device])

  await ana.signIn()
  await phone.receive()
  await ana.page.goto('/profile/alerts')
  await expect(ana.page.getByRole('region', { name: 'Devices' }).getByRole('listitem')).toContainText(
    'last rung',
  )
})

test('a device disappears from the list if its push service reports it as gone', async ({
  ana,
  pushService,
  phone,
}) => {
  await phone.ring()
  const { respond } = pushService
  pushService.respond = response => response.writeHead(410).end()
  const section = ana.page.getByRole('region', { name: 'Devices' })
  await section.getByRole('button', { name: 'Send test' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(0)
  await expect(section.getByRole('button', { name: 'Ring on this device' })).toBeVisible()
  await expect(section.getByRole('heading', { name: 'Devices', exact: true })).toBeFocused()
  pushService.respond = respond
})

for (const where of ['this browser', 'another device'])
  test(`a device that is removed on ${where} ends its subscription`, async ({
    ana,
    onAnotherDevice,
    phone,
  }) => {
    await phone.ring()
    // When the page is loaded, it sends its subscription and learns that the device is confirmed.
    const refreshed = ana.page.waitForResponse(response => response.request().method() === 'POST')
    await ana.page.reload()
    await refreshed
    const { page } = where === 'this browser' ? ana : await onAnotherDevice(ana)
    if (page !== ana.page) await page.goto('/profile/alerts')
    const section = page.getByRole('region', { name: 'Devices' })
    await section.getByRole('button', { name: 'Remove Chrome on Linux' }).press('Enter')
    await expect(section.getByRole('listitem')).toHaveCount(0)
    await expect(section.getByRole('heading', { name: 'Devices', exact: true })).toBeFocused()
    if (page !== ana.page) await ana.page.goto('/dashboard')
    await expect.poll(() => phone.isSubscribed()).toBe(false)
    expect(phone.paths).toHaveLength(1)
  })

test('at its next start, the app replaces a subscription that the browser has dropped or that has an old push key', async ({
  ana,
  phone,
}) => {
  await phone.ring()
  const device = ana.page.getByRole('region', { name: 'Devices' }).getByRole('listitem')
  for (const damage of [() => phone.dropSubscription(), () => phone.ageSubscription()]) {
    await damage()
    await ana.page.goto('/profile/alerts')
    await phone.receive()
    await expect(device).toHaveCount(1)
    await expect(device).toContainText('last rung')
  }
  expect(phone.paths).toHaveLength(3)
})

test('a browser that renews its subscription by itself sends the new subscription to the server', async ({
  ana,
  phone,
}) => {
  await phone.ring()
  await phone.renewSubscription()
  await phone.receive()
  const device = ana.page.getByRole('region', { name: 'Devices' }).getByRole('listitem')
  await ana.page.goto('/profile/alerts')
  await expect(device).toHaveCount(1)
  await expect(device).toContainText('Chrome on Linux')
})

test('if the browser has read a push itself, as Safari does, the push confirms the device and is shown', async ({
  ana,
  phone,
}) => {
  await phone.allow()
  await ana.page.goto('/profile/alerts')
  const section = ana.page.getByRole('region', { name: 'Devices' })
  await section.getByRole('button', { name: 'Ring on this device' }).click()
  await phone.deliverAsSafari((await phone.next()).payload)
  await expect(section.getByRole('status')).toHaveText('This device rings now.')
  await expect.poll(() => phone.bodies()).toEqual(['This device rings now.'])
})

test('if this version of the app cannot read a push, it still shows a notification, and a tap opens the dashboard', async ({
  ana,
  phone,
}) => {
  await phone.ring()
  for (const data of ['not JSON', '{"web_push":9000}', 'null']) {
    await phone.deliver(data)
    await expect
      .poll(() => phone.shown())
      .toContainEqual(expect.objectContaining({ title: 'localhost', body: 'There’s news in your groups.' }))
    await phone.tap('localhost')
    await expect(ana.page).toHaveURL('/dashboard')
    await expect.poll(() => phone.bodies()).not.toContain('There’s news in your groups.')
    await ana.page.goto('/profile/alerts')
    await expect(ana.page.getByRole('heading', { name: 'Devices', exact: true })).toBeVisible()
  }
})
