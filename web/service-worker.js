// Caches the app's own files, so that it starts without a network. Answers of the API are never cached here.
// Built by vite-service-worker.ts, which fills in the two constants.
const version = '%VERSION%'
const assets = ['%ASSETS%']

const cacheName = `app ${version}`
const page = '/dashboard'
const icons = ['/favicon.svg']
const isApi = path => /^\/(api|functions|mailbox)(\/|$)/.test(path)

self.addEventListener('install', event => {
  event.waitUntil(caches.open(cacheName).then(cache => cache.addAll([page, ...icons, ...assets])))
})

// Runs when no page of the previous version is open any more, so its files can be deleted.
self.addEventListener('activate', event => {
  event.waitUntil(
    caches
      .keys()
      .then(names => Promise.all(names.filter(name => name !== cacheName).map(name => caches.delete(name))))
      // The browser itself requests pages: the server must see which site a navigation came from.
      .then(() => self.registration.navigationPreload?.enable()),
  )
})

self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || isApi(pathname)) return
  if (request.mode === 'navigate') event.respondWith(networkFirst(pageFor(event), page))
  else if (assets.includes(pathname)) event.respondWith(cachedFile(request))
  else if (icons.includes(pathname)) event.respondWith(networkFirst(fetch(request), pathname))
})

async function pageFor({ preloadResponse, request }) {
  return (await preloadResponse) ?? fetch(request)
}

/** The server's answer, or the cached one when the server is unreachable. */
async function networkFirst(response, fallbackPath) {
  const answer = await response.catch(() => null)
  // In Firefox a failed preload does not reject, but is an error response.
  if (answer && answer.type !== 'error' && answer.status < 500) return answer
  return (await caches.match(fallbackPath)) ?? answer ?? Response.error()
}

async function cachedFile(request) {
  return (await caches.match(request)) ?? fetch(request)
}
