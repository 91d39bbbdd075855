// The part of the service worker that handles pushes. The build appends it to service-worker.js, and fills in the texts.
const texts = '%TEXTS%'

// A page that subscribes to pushes sends 'activate'. This version then replaces the previous version immediately, because the
// previous version might be unable to show pushes.
self.addEventListener('message', event => {
  if (event.data === 'activate') void self.skipWaiting()
})

// Every push must show a notification, because some browsers end a subscription after a few pushes that show none.
self.addEventListener('push', event => {
  const { title, unread, ...options } = contentOf(event)
  event.waitUntil(
    Promise.all([
      self.registration.showNotification(title, options),
      // Some browsers cannot show a badge on the app's icon, and some refuse it to an app that is not installed.
      navigator.setAppBadge?.(unread).catch(() => {}),
      confirmDevice(options.data.token).catch(() => {}),
    ]),
  )
})

self.addEventListener('notificationclick', event => {
  const { action, notification } = event
  if (requests[action]) return event.waitUntil(act(action, notification))
  notification.close()
  if (action !== 'dismiss') event.waitUntil(openPage(notification.data.navigate))
})

// Some browsers do not dispatch this event, so the app also checks the subscription at its start.
self.addEventListener('pushsubscriptionchange', event => {
  event.waitUntil(addDeviceAgain(event.newSubscription))
})

/** The data of a push is a `PushPayload` of the contract, unless a newer server sends another format. */
function contentOf({ data, notification: declared, appBadge }) {
  const payload = parsedOrNull(data)
  // Safari parses the payload itself and puts the parts of the payload into the event.
  const {
    title,
    body,
    tag,
    lang,
    dir,
    navigate,
    actions,
    silent = false,
    data: details,
  } = declared ?? payload?.notification ?? {}
  return {
    ...(title ? { title, body, lang, dir } : unknownPush()),
    unread: appBadge ?? payload?.app_badge ?? 0,
    tag: tag || 'push',
    renotify: !silent,
    silent,
    actions,
    icon: '/icons/icon-192.png',
    // When the user taps the notification, Safari opens this address itself and dispatches no 'notificationclick'.
    navigate: navigate ?? self.location.origin,
    data: { ...details, navigate: navigate ?? self.location.origin },
  }
}

function parsedOrNull(data) {
  try {
    return data?.json() ?? null
  } catch {
    return null
  }
}

/** Returns the texts for a push whose title this version cannot read. */
function unknownPush() {
  return { title: self.location.hostname, body: texts.unknownPush, dir: 'auto' }
}

/** The first push of a device has a token. The server gets this token back as a proof that the browser receives pushes. */
async function confirmDevice(token) {
  if (!token) return
  await send('POST', '/api/devices/confirm', { token })
  for (const client of await windows()) client.postMessage({ type: 'device-confirmed' })
}

/** The requests of the actions of a push. The action 'dismiss' sends no request. */
const requests = {
  mute: () => ['PATCH', '/api/ringing', { muteForMinutes: 60 }],
  stopReminding: () => ['PATCH', '/api/ringing', { remindsOfEnds: false }],
  confirm: ({ groupId, userId }) => ['POST', `/api/groups/${groupId}/availability/confirm?userId=${userId}`],
  end: data => ['PUT', availabilityPath(data), { status: false }],
  available: data => ['PUT', availabilityPath(data), { status: true, until: data.until, note: data.note }],
  can: data => ['PUT', answerPath(data), { can: true }],
  cannot: data => ['PUT', answerPath(data), { can: false }],
  'take-back': data => ['PUT', answerPath(data), { can: null }],
}

/** What replaces the notification after an answer to a call. Other notifications close. */
const answered = {
  can: () => ({ title: texts.saidCan, actions: [{ action: 'take-back', title: texts.takeBack }] }),
  cannot: () => ({ title: texts.saidCannot }),
}

function answerPath({ callId, userId }) {
  return `/api/calls/${callId}/answer?userId=${userId}`
}

function availabilityPath({ groupId, userId }) {
  return `/api/groups/${groupId}/members/${userId}/availability`
}

/**
 * Sends the request of the action and closes the clicked notification. If the request fails, a notification about the failure
 * replaces the clicked notification.
 */
async function act(action, notification) {
  try {
    await send(...requests[action](notification.data))
    notification.close()
    if (answered[action]) await replace(notification, { body: '', actions: [], ...answered[action]() }, false)
  } catch (error) {
    const isOfCall = 'callId' in notification.data
    // Whoever is too late has done nothing wrong.
    const isOver = error.code === 'call-not-found' || error.params?.reason === 'over'
    const late = isOver ? texts.over : error.code === 'call-closed' && texts.faster
    if (late) return replace(notification, { title: late, body: '', actions: [] }, false)
    const isSetting = action === 'mute' || action === 'stopReminding'
    const failed = isSetting ? 'mutingFailed' : isOfCall ? 'callFailed' : 'answerFailed'
    await replace(notification, { title: texts[`${failed}.title`], body: texts[`${failed}.body`] }, true)
  }
}

function replace({ tag, actions, icon, data }, { title, ...shown }, renotify) {
  const options = {
    dir: 'auto',
    tag,
    renotify,
    silent: !renotify,
    actions,
    icon,
    navigate: data.navigate,
    data,
    ...shown,
  }
  return self.registration.showNotification(title, options)
}

/** Opens an address of the app in the app's window that had the focus last, or in a new window if the app has none. */
async function openPage(address) {
  const { pathname, search, hash } = new URL(address, self.location.origin)
  const path = pathname + search + hash
  const [last] = (await windows()).filter(({ url }) => !isIgnored(new URL(url).pathname))
  if (!last) return self.clients.openWindow(path)
  last.postMessage({ type: 'open', path })
  await last.focus()
}

function windows() {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}

async function addDeviceAgain(newSubscription) {
  const { publicKey, devices } = await (await fetch('/api/devices')).json()
  const device = devices.find(({ isThisBrowser }) => isThisBrowser)
  if (!publicKey || !device) return
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options))
  const { endpoint, keys } = subscription.toJSON()
  await send('POST', '/api/devices', { endpoint, p256dh: keys.p256dh, auth: keys.auth, name: device.name })
}

async function send(method, path, body) {
  const headers = {
    'time-zone': new Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(body && { 'content-type': 'application/json' }),
  }
  const response = await fetch(path, { method, headers, body: JSON.stringify(body) })
  if (response.ok) return
  // A refusal of the API has a code, and a reason if the code has several sentences.
  throw Object.assign(
    new Error(`${path} answered ${response.status}`),
    await response.json().catch(() => ({})),
  )
}
