// Caches the app's files, so that the app starts without a network. Responses of the API are never cached.
// vite-service-worker.ts fills in the constants, for each language.
const version = '%VERSION%'
const assets = ['%ASSETS%']

const cacheName = `app ${version}`
const page = '/dashboard'
const icons = ['/favicon.svg']
// The browser sends requests for these paths without the service worker. Therefore the page of a board does not work offline.
const isIgnored = path => /^\/(api|functions|mailbox|board)(\/|$)/.test(path)

self.addEventListener('install', event => {
  event.waitUntil(caches.open(cacheName).then(cache => cache.addAll([page, ...icons, ...assets])))
})

// Deletes the cached files of previous versions. Runs when no open page uses the previous version any more, or earlier if a page
// has sent 'activate' (service-worker-push.js).
self.addEventListener('activate', event => {
  event.waitUntil(
    caches
      .keys()
      .then(names => Promise.all(names.filter(name => name !== cacheName).map(name => caches.delete(name))))
      // With navigation preload, the browser requests the page itself, so the Sec-Fetch-Site header tells which site the user came from.
      .then(() => self.registration.navigationPreload?.enable()),
  )
})

self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || isIgnored(pathname)) return
  if (request.mode === 'navigate') event.respondWith(networkFirst(pageFor(event), page))
  else if (assets.includes(pathname)) event.respondWith(cachedFile(request))
  else if (icons.includes(pathname)) event.respondWith(networkFirst(fetch(request), pathname))
})

async function pageFor({ preloadResponse, request }) {
  return (await preloadResponse) ?? fetch(request)
}

/** Returns the server's response. If the request fails or the status is 5xx, returns the file cached for `fallbackPath`, if any. */
async function networkFirst(response, fallbackPath) {
  const answer = await response.catch(() => null)
  // In Firefox, the promise of a failed preload resolves with an error response.
  if (answer && answer.type !== 'error' && answer.status < 500) return answer
  return (await caches.match(fallbackPath)) ?? answer ?? Response.error()
}

async function cachedFile(request) {
  return (await caches.match(request)) ?? fetch(request)
}
