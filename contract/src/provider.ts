import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'

const endpoint = endpointsOf('account')

/** The provider redirects the browser to this path. The path is not an endpoint, because the response is a redirect to a page. */
export const providerCallbackPath = '/api/account/oidc'

/**
 * Why a visit to the provider did not succeed. The server redirects to `/login#provider=<reason>`, or to
 * `/profile/security#provider=<reason>` if a signed-in user was linking or confirming. 'not-verified' adds `&email=<address>`.
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
  access: 'anybody',
  body: () =>
    z.strictObject({
      /** 'link' and 'confirm' need a session. */
      purpose: z.enum(['sign-in', 'link', 'confirm']),
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
  answer: () => z.object({ hasPassword: z.boolean(), linkedAt: z.nullable(z.iso.datetime()) }),
})

export const unlinkProvider = endpoint('unlinkProvider', {
  request: 'DELETE /api/account/oidc',
  refusals: ['confirm-first', 'password-missing', 'password-sign-in-off'],
})
