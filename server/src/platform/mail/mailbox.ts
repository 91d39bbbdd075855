import type { IncomingMessage } from 'node:http'
// This import adds the option `hide` to the type of a route's schema.
import type {} from '@fastify/swagger'
import { desc, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import { isLoopbackHost } from '#platform/config/mail-settings.ts'
import type { Database } from '#platform/database/database.ts'
import { outbox } from '#platform/database/schema.ts'
import { isFromThisMachine } from '#platform/network/from-this-machine.ts'
import { hashToken } from '#platform/tokens.ts'
import { escapeHtml } from './layout.ts'

const maxEmails = 100
const refreshSeconds = 3

/**
 * The path has a part that strangers cannot guess, because some proxies on this machine forward requests without a sign of it. It stays the
 * same as long as the secret.
 */
export function mailboxPath(secret: string): string {
  return `/mailbox/${hashToken(secret, 'mailbox').toString('base64url').slice(0, 22)}`
}

/**
 * The path for the response to this request. Null if there is no mailbox, or if the request comes from another machine, which could not
 * open it.
 */
export function mailboxFor(
  request: IncomingMessage,
  { config, secret }: { config: Config; secret: string },
): string | null {
  return hasMailbox(config) && isFromThisMachine(request) ? mailboxPath(secret) : null
}

/** Call this function only if `hasMailbox` returns true. */
export function serveMailbox(
  app: FastifyInstance,
  { database, appName, secret }: { database: Database; appName: string; secret: string },
): void {
  const mailbox = mailboxPath(secret)
  const local = {
    schema: { hide: true },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isFromThisMachine(request.raw)) return reply.callNotFound()
    },
  }
  // The patterns of the routes do not contain the path, because the log does.
  const hidden = {
    ...local,
    onRequest: async (request: FastifyRequest<{ Params: { box: string } }>, reply: FastifyReply) => {
      if (!isFromThisMachine(request.raw) || `/mailbox/${request.params.box}` !== mailbox)
        return reply.callNotFound()
    },
  }

  app.get('/mailbox', local, async (_request, reply) =>
    page(
      reply.code(404),
      `Mailbox of ${appName}`,
      '<p>The server prints the address of the mailbox when it starts, in the line that begins with “Mail:”.</p>',
    ),
  )

  app.get('/mailbox.css', local, async (_request, reply) => reply.type('text/css; charset=utf-8').send(style))

  app.get<{ Params: { box: string } }>('/mailbox/:box', hidden, async (_request, reply) => {
    const newest = await database
      .select()
      .from(outbox)
      .orderBy(desc(outbox.createdAt), desc(outbox.id))
      .limit(maxEmails)
    const items = newest.map(
      ({ id, subject, toAddress, createdAt }) =>
        `<li><a href="${mailbox}/${id}"><b>${escapeHtml(subject)}</b><span>to ${escapeHtml(toAddress)}</span>${time(createdAt)}</a></li>`,
    )
    const list = items.length
      ? `<ul>${items.join('')}</ul>`
      : '<p>No emails yet. They appear here when somebody signs up or is invited.</p>'
    return page(
      reply,
      `Mailbox of ${appName}`,
      `<p>Emails that would be mailed if SMTP_URL were set. New ones appear by themselves.</p>${list}`,
      `<meta http-equiv="refresh" content="${refreshSeconds}">`,
    )
  })

  app.get<{ Params: { box: string; id: string } }>('/mailbox/:box/:id', hidden, async ({ params }, reply) => {
    const email = await findEmail(database, params.id)
    if (!email) return reply.callNotFound()
    const { id, subject, toAddress, createdAt } = email
    const head = `<p><a href="${mailbox}">All emails</a></p><p>To ${escapeHtml(toAddress)}, ${time(createdAt)}</p>`
    return page(
      reply,
      subject,
      `${head}<iframe src="${mailbox}/${id}/html" title="${escapeHtml(subject)}"></iframe>`,
    )
  })

  app.get<{ Params: { box: string; id: string } }>(
    '/mailbox/:box/:id/html',
    hidden,
    async ({ params }, reply) => {
      const email = await findEmail(database, params.id)
      if (!email) return reply.callNotFound()
      return reply
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
        )
        .header('x-frame-options', 'SAMEORIGIN')
        .type('text/html; charset=utf-8')
        .send(email.html.replace('<head>', '<head><base target="_top">'))
    },
  )
}

export function hasMailbox({ smtpUrl, host, appUrl }: Pick<Config, 'smtpUrl' | 'host' | 'appUrl'>): boolean {
  // If `appUrl` is public, there is a proxy on this machine, through which everybody could reach the mailbox.
  return !smtpUrl && isLoopbackHost(host) && isLoopbackHost(new URL(appUrl).hostname)
}

async function findEmail(database: Database, id: string): Promise<typeof outbox.$inferSelect | undefined> {
  // An id contains only letters and digits. PostgreSQL would reject a query with certain other characters, for example NUL.
  if (!/^\w+$/.test(id)) return undefined
  const [email] = await database.select().from(outbox).where(eq(outbox.id, id))
  return email
}

function page(reply: FastifyReply, title: string, content: string, head = ''): FastifyReply {
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><link rel="stylesheet" href="/mailbox.css">${head}</head><body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`,
    )
}

function time(instant: Date): string {
  const iso = instant.toISOString()
  return `<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; background: light-dark(#f6f4ef, #0e1412); color: light-dark(#17211d, #eef3f0) }
main { max-width: 720px; margin: 0 auto; padding: 32px 16px }
h1 { font-size: 24px; line-height: 1.2 }
a { color: inherit }
ul { list-style: none; padding: 0 }
li a { display: grid; gap: 2px; margin-bottom: 8px; padding: 16px 20px; border-radius: 16px; background: light-dark(#fffdfa, #161e1b); color: inherit; text-decoration: none }
li span, time { color: light-dark(#5c6a63, #9db0a7); font-size: 14px }
iframe { width: 100%; height: 75vh; border: 0; border-radius: 16px; background: #f6f4ef }
`
