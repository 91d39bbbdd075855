// This import adds the option `hide` to the type of a route's schema.
import type {} from '@fastify/swagger'
import { legalPages, legalPaths } from '@grouplight/contract/site-settings.ts'
import { directionOf } from '@grouplight/locales/src/direction.ts'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#platform/mail/layout.ts'
import type { Site } from '#platform/site/site.ts'
import { languageOf } from '#platform/texts/request-language.ts'
import { text } from '#platform/texts/text.ts'
import { footerStyle, legalFooter } from './legal-footer.ts'
import { contentPolicyOf, frameAncestors, permissionsPolicy } from './page-policies.ts'

/** Serves the texts of the operator as plain pages. Without a text, there is no such page. */
export function serveLegalPages(app: FastifyInstance, site: Site): void {
  for (const name of legalPages)
    app.get(
      legalPaths[name],
      { schema: { hide: true }, config: { ignoresSession: true } },
      (request, reply) => {
        const { text: content } = site.current()[name]
        if (!content) return reply.callNotFound()
        const language = languageOf(request)
        const title = text(language, 'legal', name)
        const { appName: app } = site
        const kept =
          name === 'privacy'
            ? `<p><a href="/privacy">${escapeHtml(text(language, 'legal', 'whatIsKept', { app }))}</a></p>`
            : ''
        const page = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(`${title} · ${app}`)}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${paragraphs(content)}${kept}<p><a href="/">${escapeHtml(text(language, 'legal', 'back', { app }))}</a></p></main>${legalFooter(site.linksIn(language), language)}</body></html>
`
        return reply
          .header('content-security-policy', `${contentPolicyOf(page)}; ${frameAncestors([])}`)
          .header('permissions-policy', permissionsPolicy)
          .type('text/html; charset=utf-8')
          .send(page)
      },
    )
}

/** Empty lines separate paragraphs. The text may be in another language and direction than the page. */
function paragraphs(content: string): string {
  return content
    .split(/\n\s*\n/)
    .map(paragraph => `<p dir="auto">${escapeHtml(paragraph)}</p>`)
    .join('\n')
}

const style = [
  ':root{color-scheme:light dark;--muted:light-dark(#5c6a63,#9db0a7);font:16px/1.5 system-ui,sans-serif}',
  'body{margin:0;background:light-dark(#f6f4ef,#0e1412);color:light-dark(#17211d,#eef3f0);overflow-wrap:anywhere}',
  'main{box-sizing:border-box;max-width:42.5rem;margin-inline:auto;padding:3rem 1.25rem}',
  'h1{font-size:1.75rem;line-height:1.2}',
  'p{white-space:pre-line}',
  'a{color:inherit}',
  footerStyle,
].join('')
