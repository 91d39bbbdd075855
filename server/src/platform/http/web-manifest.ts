import type { FastifyInstance } from 'fastify'

const backgroundColor = '#f6f4ef'

export function serveWebManifest(app: FastifyInstance, { appName }: { appName: string }): void {
  const manifest = {
    id: '/',
    name: appName,
    short_name: appName,
    description: 'See at a glance who in your groups is available.',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: backgroundColor,
    theme_color: backgroundColor,
    icons: [
      { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'Go available', url: '/go/available' },
      { name: 'Go unavailable', url: '/go/unavailable' },
    ],
  }
  app.get('/manifest.webmanifest', { schema: { hide: true } }, (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/manifest+json')
      .send(JSON.stringify(manifest)),
  )
}
