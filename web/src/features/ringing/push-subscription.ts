/** How long subscribing may take. Without a limit, a browser whose push service is unreachable could wait for ever. */
const timeLimitMs = 20_000

/** Thrown if the browser or its push service refuses the subscription, or does not answer. */
export class SubscriptionError extends Error {}

/** Keeps an existing subscription with this push key. Throws a `SubscriptionError` if subscribing fails or takes longer than 20 s. */
export async function subscribe(publicKey: string): Promise<PushSubscription> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeLimit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SubscriptionError()), timeLimitMs)
  })
  try {
    return await Promise.race([subscribeWith(publicKey), timeLimit])
  } catch (error) {
    throw new SubscriptionError('The browser could not be subscribed.', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function subscribeWith(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await activeRegistration()
  const current = await pushManager.getSubscription()
  if (current && hasKey(current, publicKey)) return current
  // A browser refuses a new subscription while it has one with another key.
  await current?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** Resolves after the newest service worker has become active: a worker of an earlier version might not show pushes. */
async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.ready
  const newest = registration.installing ?? registration.waiting
  if (newest) await activate(newest)
  return registration
}

function activate(worker: ServiceWorker): Promise<void> {
  return new Promise(resolve => {
    const check = () => {
      if (worker.state === 'installed') worker.postMessage('activate')
      if (worker.state === 'activated' || worker.state === 'redundant') resolve()
    }
    worker.addEventListener('statechange', check)
    check()
  })
}

function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey
  // Some browsers do not say with which key they subscribed. Their subscription is kept.
  return !key || base64url(new Uint8Array(key)) === publicKey
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
