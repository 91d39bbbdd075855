import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Site } from '@grouplight/contract/site.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#mail/layout.ts'
import { Problem } from '#problem.ts'
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
  site: Site
  /** Null if the board does not exist. */
  frameOriginsOf: (boardId: string) => Promise<string[] | null>
}

/** Serves the web app if it was built. In development, Vite serves the app. */
export async function serveWeb(
  app: FastifyInstance,
  { folder, appName, site, frameOriginsOf }: WebOptions,
): Promise<void> {
  const [appPage, boardPage] = await Promise.all(
    ['index.html', 'board.html'].map(name => readPage(folder, name)),
  )
  const hints = await readHints(folder)
  if (appPage) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      globIgnore: ['index.html', 'board.html', 'hints.json'],
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
        // The policy of a service worker limits the addresses from which it may fetch files.
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
    if (!isPage) throw nothingHere()
    reply.code(200).header('permissions-policy', permissionsPolicy)
    return sendPage(request, reply, appPage, [])
  })

  // Only the pages of boards may be shown in frames.
  app.get<{ Params: { boardId: string } }>(
    '/board/:boardId',
    { schema: { hide: true }, config: { ignoresSession: true } },
    async (request, reply) => {
      const origins = await frameOriginsOf(request.params.boardId)
      reply
        .code(origins === null ? 404 : 200)
        .removeHeader('x-frame-options')
        .header('permissions-policy', permissionsPolicyOfBoards)
        .header('x-robots-tag', 'noindex')
      return sendPage(request, reply, boardPage, origins ?? [])
    },
  )

  function sendPage(
    { url, headers }: FastifyRequest,
    reply: FastifyReply,
    page: BuiltPage | undefined,
    frameOrigins: string[],
  ) {
    if (!page) throw nothingHere()
    const path = Object.keys(hints).find(path => url.startsWith(path))
    const links = (path ? (hints[path] ?? []) : []).map(hintOf)
    return reply
      .header('content-security-policy', `${page.policy}; ${frameAncestors(frameOrigins)}`)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        page.template
          .replace('</head>', () => `${siteTag(site)}${links.join('')}</head>`)
          .replaceAll('%APP_NAME%', () => escapeHtml(appName))
          // The page cannot read this header. It needs the value, because a link on another website must not trigger the
          // shortcuts of the installed app.
          .replace('%NAVIGATION_SITE%', headers['sec-fetch-site'] === 'none' ? 'none' : 'other'),
      )
  }
}

type BuiltPage = { template: string; policy: string }

async function readPage(folder: string, name: string): Promise<BuiltPage | undefined> {
  const template = await readFile(join(folder, name), 'utf8').catch(() => undefined)
  return template === undefined ? undefined : { template, policy: contentPolicyOf(template) }
}

function nothingHere(): Problem {
  return new Problem('not-found', 'There is nothing here.')
}

function hintOf(file: string): string {
  const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload" fetchpriority="low"'
  return `<link ${kind} crossorigin href="${file}">`
}

async function readHints(folder: string): Promise<Record<string, string[]>> {
  const text = await readFile(join(folder, 'hints.json'), 'utf8').catch(() => '{}')
  return JSON.parse(text) as Record<string, string[]>
}
