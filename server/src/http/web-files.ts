import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Site } from '@grouplight/contract/site.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml } from '#mail/layout.ts'
import { Problem } from '#problem.ts'
import { siteTag } from './site-tag.ts'

/** Serves the built web app. If the app was not built, only the API is served. In development, Vite serves the app. */
export async function serveWeb(
  app: FastifyInstance,
  { folder, appName, site }: { folder: string; appName: string; site: Site },
): Promise<void> {
  const template = await readFile(join(folder, 'index.html'), 'utf8').catch(() => null)
  const policy = policyFor(template ?? '')
  const hints = await readHints(folder)
  if (template !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      globIgnore: ['index.html', 'hints.json'],
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // The names of the files under `assets` contain a hash of their content.
        const immutable = path.startsWith(join(folder, 'assets'))
        reply.header(
          'cache-control',
          immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        )
        // A service worker's policy also applies to the files that it fetches.
        if (path.startsWith(join(folder, 'service-worker.js')))
          reply.header('content-security-policy', "default-src 'self'")
      },
      schemaHide: true,
    })
  }

  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      request.method === 'GET' &&
      !/^\/(api|functions|assets)\//.test(request.url) &&
      !/\.\w+$/.test(request.url.split('?')[0] ?? '')
    if (!isPage || template === null) throw new Problem('not-found', 'There is nothing here.')
    const path = Object.keys(hints).find(path => request.url.startsWith(path))
    const links = (path ? (hints[path] ?? []) : []).map(hintOf)
    return sendPage(
      reply,
      template.replace('</head>', () => `${siteTag(site)}${links.join('')}</head>`),
      { appName, policy, isOpenedByUser: request.headers['sec-fetch-site'] === 'none' },
    )
  })
}

/** Blocks features that no page uses, so that injected code cannot use them either. */
const permissionsPolicy = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
]
  .map(feature => `${feature}=()`)
  .join(', ')

/** Returns a content security policy. Of inline scripts and styles, it allows only those of the page. */
function policyFor(page: string): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashesOf(page, 'script')].join(' '),
    ["style-src 'self'", ...hashesOf(page, 'style')].join(' '),
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function hashesOf(page: string, tag: 'script' | 'style'): string[] {
  const own = [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))]
  return own.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

function hintOf(file: string): string {
  const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload" fetchpriority="low"'
  return `<link ${kind} crossorigin href="${file}">`
}

async function readHints(folder: string): Promise<Record<string, string[]>> {
  const text = await readFile(join(folder, 'hints.json'), 'utf8').catch(() => '{}')
  return JSON.parse(text) as Record<string, string[]>
}

function sendPage(
  reply: FastifyReply,
  template: string,
  { appName, policy, isOpenedByUser }: { appName: string; policy: string; isOpenedByUser: boolean },
): FastifyReply {
  return reply
    .code(200)
    .header('content-security-policy', policy)
    .header('permissions-policy', permissionsPolicy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      template
        .replaceAll('%APP_NAME%', () => escapeHtml(appName))
        // The page cannot read `sec-fetch-site` itself. The page needs the value, because a link on another website must not
        // trigger the shortcuts of the installed app.
        .replace('%NAVIGATION_SITE%', isOpenedByUser ? 'none' : 'other'),
    )
}
