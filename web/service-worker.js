// Keeps the app's own files, so that it starts without a network and shows what it last knew. What the server says is
// never kept here. Built by vite-service-worker.ts, which fills in the two constants.
const version = '%VERSION%'
const kept = ['%KEPT%']

const cacheName = `app ${version}`
const page = '/dashboard'
const besides = ['/favicon.svg']
const isServers = path => /^\/(api|functions|mailbox)(\/|$)/.test(path)

self.addEventListener('install', event => {
  event.waitUntil(caches.open(cacheName).then(cache => cache.addAll([page, ...besides, ...kept])))
})

// Waits until no page of the version before is open, whose files would be gone.
self.addEventListener('activate', event => {
  event.waitUntil(
    caches
      .keys()
      .then(names => Promise.all(names.filter(name => name !== cacheName).map(name => caches.delete(name))))
      // The browser itself asks for pages: a request from here would not tell the server who has led there.
      .then(() => self.registration.navigationPreload?.enable()),
  )
})

self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || isServers(pathname)) return
  if (request.mode === 'navigate') event.respondWith(newest(pageFor(event), page))
  else if (kept.includes(pathname)) event.respondWith(keptFile(request))
  else if (besides.includes(pathname)) event.respondWith(newest(fetch(request), pathname))
})

async function pageFor({ preloadResponse, request }) {
  return (await preloadResponse) ?? fetch(request)
}

/** What the server has; what is kept when there is no server, or only a proxy that says so. */
async function newest(asked, otherwise) {
  const answer = await asked.catch(() => null)
  // Firefox does not refuse a preload that fails: it answers an error.
  if (answer && answer.type !== 'error' && answer.status < 500) return answer
  return (await caches.match(otherwise)) ?? answer ?? Response.error()
}

async function keptFile(request) {
  return (await caches.match(request)) ?? fetch(request)
}
