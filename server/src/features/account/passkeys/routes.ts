import {
  addPasskey,
  confirmByPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  startAddingPasskey,
  startPasskeySignIn,
} from '@grouplight/contract/passkey.ts'
import { and, eq, exists, isNotNull, sql } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import { passkeys, users } from '#platform/database/schema.ts'
import type { Router } from '#platform/http/endpoint-route.ts'
import type { Caller, Services } from '#services.ts'
import type { CompleteSignIn } from '../complete-sign-in.ts'
import { recordConfirmation } from '../confirmation.ts'
import { requirePasswordSignIn } from '../registration.ts'
import { browserCookie } from '../session-cookie.ts'
import { addPasskey as add, startAddingPasskey as startAdding } from './add-passkey.ts'
import { challengeLifeMs, newChallenge } from './challenges.ts'
import { requestOptions } from './options.ts'
import { listPasskeys as list, passkeyRefused, renamePasskey as rename } from './passkeys.ts'
import { removePasskey as remove } from './remove-passkey.ts'
import { type Attempt, type UsedPasskey, usePasskey } from './use-passkey.ts'

export function passkeyRoutes(
  route: Router<Caller>,
  services: Services,
  completeSignIn: CompleteSignIn,
): void {
  // No other browser than the one that has requested a challenge can respond to it.
  const browsers = browserCookie(services.config.appUrl, 'grouplight-passkey', challengeLifeMs)

  const use = ({
    response,
    ip,
    reply,
  }: {
    response: Attempt['response']
    ip: string
    reply: FastifyReply
  }) => {
    requirePasswordSignIn(services.config)
    return usePasskey(services, { response, ip, browser: browsers.read(reply.request) })
  }
  route(listPasskeys, async ({ user }) => ({ passkeys: await list(services, user) }))

  route(startAddingPasskey, async ({ user }) => ({ options: { ...(await startAdding(services, user)) } }))

  route(addPasskey, ({ user, body }) => add(services, user, body))

  route(renamePasskey, ({ input }) => rename(services, input))

  route(removePasskey, ({ user, params }) => remove(services, user, params))

  route(startPasskeySignIn, async ({ reply }) => {
    requirePasswordSignIn(services.config)
    const holder = browsers.readOrCreate(reply)
    const challenge = newChallenge(services, { purpose: 'use', holder })
    return { options: { ...requestOptions(services.config, challenge) } }
  })

  route(signInByPasskey, async ({ body, ip, user, reply }) => {
    const used = await use({ response: body.response, ip, reply })
    const proof = isStillStored(services, used)
    const { account } = used
    const proven = { account, proof, replaced: user, reply, refusal: passkeyRefused }
    return { account: await completeSignIn(proven) }
  })

  route(confirmByPasskey, async ({ body, ip, user, reply }) => {
    const used = await use({ response: body.response, ip, reply })
    if (used.account.uid !== user.userId) throw passkeyRefused()
    await recordConfirmation(services, user)
  })
}

// Returns a condition on the table `users`.
function isStillStored({ database }: Services, { passkeyId }: UsedPasskey) {
  const own = and(eq(passkeys.id, passkeyId), eq(passkeys.userId, users.uid))
  return sql`${and(isNotNull(users.emailVerifiedAt), exists(database.select().from(passkeys).where(own)))}`
}
