import { directionOf } from '@grouplight/locales/src/direction.ts'
import type { Language } from '@grouplight/locales/src/languages.ts'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '#platform/texts/request-language.ts'
import { text } from '#platform/texts/text.ts'

const backgroundColor = '#f6f4ef'

export function serveWebManifest(app: FastifyInstance, { appName }: { appName: string }): void {
  app.get('/manifest.webmanifest', { schema: { hide: true } }, (request, reply) =>
    reply
      .header('cache-control', 'private, max-age=3600')
      .type('application/manifest+json')
      .send(JSON.stringify(manifestIn(languageOf(request), appName))),
  )
}

function manifestIn(language: Language, appName: string) {
  return {
    id: '/',
    name: appName,
    short_name: appName,
    lang: language,
    dir: directionOf(language),
    description: text(language, 'app', 'description'),
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
      { name: text(language, 'availability-dialogs', 'goAvailable'), url: '/go/available' },
      { name: text(language, 'availability-dialogs', 'goUnavailable'), url: '/go/unavailable' },
    ],
  }
}
