import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { inviteLinkCode } from './text.ts'

const endpoint = endpointsOf('account')

/** The provider redirects the browser to this path. The path is not an endpoint, because the response is a redirect to a page. */
export const providerCallbackPath = '/api/account/oidc'

/**
 * Why a visit to the provider did not succeed. The server redirects to `/login#provider=<reason>`, or to
 * `/profile#provider=<reason>` if a signed-in user was linking or confirming. 'not-verified' adds `&email=<address>`.
 */
export const providerProblems = [
  'not-verified',
  'unavailable',
  'cancelled',
  'refused',
  'sign-up-off',
  'linked-elsewhere',
  'user-disabled',
] as const
export type ProviderProblem = (typeof providerProblems)[number]

export const startProviderSignIn = endpoint('startProviderSignIn', {
  request: 'POST /api/account/oidc/start',
  summary:
    'Starts a visit to the provider, and returns the address to which the page must go. A cookie identifies the visit for 10 minutes.',
  access: 'anybody',
  body: () =>
    z.strictObject({
      /** 'link' and 'confirm' need a session. */
      purpose: z.enum(['sign-in', 'link', 'confirm']),
      code: z.optional(inviteLinkCode),
    }),
  answer: () => z.object({ url: z.string() }),
  refusals: [
    'provider-unavailable',
    'confirm-first',
    'unauthenticated',
    'email-not-verified',
    'not-found',
    'too-many-requests',
  ],
})

export const readSignInMethods = endpoint('readSignInMethods', {
  request: 'GET /api/account/sign-in-methods',
  summary: 'Returns whether the user has a password, and since when the account is linked with the provider.',
  answer: () => z.object({ hasPassword: z.boolean(), linkedAt: z.nullable(z.iso.datetime()) }),
})

export const unlinkProvider = endpoint('unlinkProvider', {
  request: 'DELETE /api/account/oidc',
  summary: 'Unlinks the account from the provider. Needs a confirmation, and a password must exist.',
  refusals: ['confirm-first', 'password-missing', 'password-sign-in-off'],
})
