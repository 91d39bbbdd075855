import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Site } from '@grouplight/contract/site.ts'
import { directionOf } from '@grouplight/locales/src/direction.ts'
import { isLanguage, type Language, sourceLanguage } from '@grouplight/locales/src/languages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#platform/mail/layout.ts'
import { Problem } from '#platform/problem.ts'
import type { LegalLink } from '#platform/site/legal-links.ts'
import { chosenLanguageOf, languageOf } from '#platform/texts/request-language.ts'
import { text } from '#platform/texts/text.ts'
import { legalFooter, withFooter } from './legal-footer.ts'
import { readFiles, sendFile } from './memory-files.ts'
import {
  contentPolicyOf,
  frameAncestors,
  permissionsPolicy,
  permissionsPolicyOfBoards,
} from './page-policies.ts'
import { siteTag } from './site-tag.ts'

type WebOptions = {
  folder: string
  appName: string
  site(): Site
  legalLinksIn(language: Language): LegalLink[]
  /** Null if the board does not exist. */
  frameOriginsOf: (boardId: string) => Promise<string[] | null>
}

/** Serves the web app if it was built. In development, Vite serves the app. */
export async function serveWeb(
  app: FastifyInstance,
  { folder, appName, site, legalLinksIn, frameOriginsOf }: WebOptions,
): Promise<void> {
  const [appPage, boardPage] = await Promise.all(
    ['index.html', 'board.html'].map(name => readPage(folder, name)),
  )
  const hints = await readHints(folder)
  if (appPage) {
    const files = await readFiles(folder)
    for (const [path, file] of files) {
      if (['/index.html', '/board.html', '/hints.json'].includes(path)) continue
      if (/^\/(assets|service-worker)\//.test(path)) continue
      app.get(path, { schema: { hide: true } }, (request, reply) =>
        sendFile(request, reply.header('cache-control', 'public, max-age=3600'), file),
      )
    }
    serveAssets(app, files)
    serveServiceWorker(app, files)
  }

  // Before the body is read, so that the operator's paths can answer in the same way.
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 && !asksForPage(request) ? nothingHere() : undefined)
  })
  app.setNotFoundHandler(async (request, reply) => {
    const link = decodedLink(request.url)
    if (link) return reply.header('cache-control', 'no-store').redirect(link)
    reply.code(200).header('permissions-policy', permissionsPolicy)
    return sendPage(request, reply, appPage, [])
  })

  // Only the pages of boards may be shown in frames.
  app.get<{ Params: { boardId: string } }>(
    '/board/:boardId',
    { schema: { hide: true }, config: { ignoresSession: true } },
    async (request, reply) => {
      const link = decodedLink(request.url)
      if (link) return reply.header('cache-control', 'no-store').redirect(link)
      const origins = await frameOriginsOf(request.params.boardId)
      reply
        .code(origins === null ? 404 : 200)
        .removeHeader('x-frame-options')
        .header('permissions-policy', permissionsPolicyOfBoards)
        .header('x-robots-tag', 'noindex')
      return sendPage(request, reply, boardPage, origins ?? [])
    },
  )

  // A screen opens this page and shows a code.
  app.get('/board', { schema: { hide: true }, config: { ignoresSession: true } }, (request, reply) => {
    reply.header('permissions-policy', permissionsPolicyOfBoards).header('x-robots-tag', 'noindex')
    return sendPage(request, reply, boardPage, [])
  })

  function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    page: BuiltPage | undefined,
    frameOrigins: string[],
  ) {
    if (!page) throw nothingHere()
    const path = Object.keys(hints).find(path => request.url.startsWith(path)) ?? ''
    // The page cannot read this header. It needs the value, because a link on another website must not trigger the shortcuts of the
    // installed app.
    const navigationSite = request.headers['sec-fetch-site'] === 'none' ? 'none' : 'other'
    const { html, policy } = fillPage(page, {
      path,
      navigationSite,
      language: languageOf(request),
      chosen: chosenLanguageOf(request),
    })
    return reply
      .header('content-security-policy', `${policy}; ${frameAncestors(frameOrigins)}`)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)
  }

  /** Fills each page only once, until the settings of the site change, so that all answers share its content. */
  function fillPage(page: BuiltPage, { path, navigationSite, language, chosen }: PageValues): FilledPage {
    const tag = siteTag(site())
    const footer = legalFooter(legalLinksIn(language), language, page === boardPage)
    const key = [navigationSite, language, chosen, path].join(' ')
    const known = page.filled.get(key)
    if (known?.tag === tag && known.footer === footer) return known
    const links = (hints[path] ?? []).map(hintOf)
    const html = page.template
      .replace('</head>', () => `${tag}${links.join('')}</head>`)
      .replaceAll('%APP_NAME%', () => escapeHtml(appName))
      .replace('%NAVIGATION_SITE%', navigationSite)
      .replaceAll('%LANGUAGE%', language)
      .replace('%DESCRIPTION%', () => escapeHtml(text(language, 'app', 'description')))
      .replace('%NEEDS_JAVASCRIPT%', () => escapeHtml(text(language, 'app', 'needsJavaScript')))
      .replace(
        'lang="en" dir="ltr"',
        `lang="${language}" dir="${directionOf(language)}" data-chosen-language="${chosen ?? ''}"`,
      )
    const policy = contentPolicyOf(withFooter(page.template, footer))
    const filled = { html: Buffer.from(withFooter(html, footer)), policy, tag, footer }
    page.filled.set(key, filled)
    return filled
  }
}

type PageValues = {
  path: string
  navigationSite: string
  language: Language
  /** Null if the browser's preferred language is used. */
  chosen: Language | null
}

/**
 * Serves a built file from the folder of each language. The names of these files contain a hash of their content. A file without texts
 * exists once, for all languages.
 */
function serveAssets(app: FastifyInstance, files: Files): void {
  for (const path of ['/assets/:file', '/assets/:language/:file'])
    app.get<{ Params: { language?: string; file: string } }>(
      path,
      { schema: { hide: true } },
      (request, reply) => {
        const { language = sourceLanguage, file } = request.params
        const found = files.get(`/assets/${language}/${file}`) ?? files.get(`/assets/${file}`)
        if (!found || !isLanguage(language)) throw nothingHere()
        return sendFile(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), found)
      },
    )
}

/** The service worker of each language caches the files of this language. */
function serveServiceWorker(app: FastifyInstance, files: Files): void {
  app.get('/service-worker.js', { schema: { hide: true } }, (request, reply) => {
    const file =
      files.get(`/service-worker/${languageOf(request)}.js`) ??
      files.get(`/service-worker/${sourceLanguage}.js`)
    if (!file) throw nothingHere()
    // The policy of a service worker limits the addresses from which it may fetch files.
    reply.header('content-security-policy', "default-src 'self'").header('cache-control', 'private, no-cache')
    return sendFile(request, reply, file)
  })
}

type Files = Awaited<ReturnType<typeof readFiles>>

type BuiltPage = { template: string; filled: Map<string, FilledPage> }
type FilledPage = { html: Buffer; policy: string; tag: string; footer: string }

async function readPage(folder: string, name: string): Promise<BuiltPage | undefined> {
  const template = await readFile(join(folder, name), 'utf8').catch(() => undefined)
  return template === undefined ? undefined : { template, filled: new Map() }
}

/** Browsers accept HTML when they show a page, and anything when the page asks for an image, for example. */
function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? ''
  if (!['GET', 'HEAD'].includes(method) || /^\/(api|functions|assets)\//.test(path)) return false
  return (
    headers.accept?.includes('text/html') ||
    !/\/\.[^/]*$|\.(css|ico|js|json|map|png|svg|txt|webmanifest|xml)$/.test(path)
  )
}

function nothingHere(): Problem {
  return new Problem('not-found')
}

function hintOf(file: string): string {
  const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload" fetchpriority="low"'
  return `<link ${kind} crossorigin href="${file}">`
}

async function readHints(folder: string): Promise<Record<string, string[]>> {
  const text = await readFile(join(folder, 'hints.json'), 'utf8').catch(() => '{}')
  return JSON.parse(text) as Record<string, string[]>
}

const pages = ['join', 'signup', 'email-verified', 'reset-password', 'do-not-invite', 'board/[\\w-]+']
const encodedLink = new RegExp(`^(/(?:${pages.join('|')}))%(23|3f)(.*)$`, 'is')

/**
 * Some programs encode the `#` or the `?` of a link, so that the secret after it becomes a part of the path. Returns the path of the link
 * as it was meant, or null if nothing was encoded.
 */
function decodedLink(url: string): string | null {
  const [, path, sign, rest = ''] = encodedLink.exec(url) ?? []
  if (!path) return null
  if (sign === '23') return `${path}#${rest}`
  return `${path}?${rest.replace(/%3d/gi, '=').replace(/%26/g, '&')}`
}
