import * as z from 'zod/mini'
import { callSchema } from './call.ts'
import { endpointsOf } from './endpoint.ts'
import { idInPath, name, singleLine, textCheck, tokenBody } from './text.ts'

// These requests are not in `call.ts`, because pages that show no call do without them.

const endpoint = endpointsOf('group')

export const maxCallText = 100
export const maxCallWords = 40
export const maxCallNeeded = 50
export const maxCallMinutes = 24 * 60

export const callText = name('callText', maxCallText).check(
  textCheck('too-short', text => [...text].length >= 3, { label: 'callText', min: 3 }),
)
export const callWords = singleLine('callWords', maxCallWords)

const groupParams = () => z.strictObject({ groupId: idInPath })
const callParams = () => z.strictObject({ callId: idInPath })
const number = (label: string, max: number) =>
  z
    .int(`${label} must be a number.`)
    .check(z.minimum(1, `${label} must be at least 1.`), z.maximum(max, `${label} must be at most ${max}.`))

export const openCall = endpoint('openCall', {
  request: 'POST /api/groups/:groupId/calls',
  keys: 'ask',
  params: groupParams,
  body: () =>
    z.strictObject({
      text: callText,
      /** Whether unavailable members are asked, too. */
      everybody: z._default(z.boolean('everybody must be true or false.'), false),
      needed: z.nullable(number('needed', maxCallNeeded)),
      forMinutes: number('forMinutes', maxCallMinutes),
    }),
  answer: () => callSchema,
  refusals: ['group-not-found', 'may-not-ask', 'nobody-to-ask', 'too-many-calls', 'too-many-requests'],
})

export const answerCall = endpoint('answerCall', {
  request: 'PUT /api/calls/:callId/answer',
  keys: 'switch',
  params: callParams,
  /** Whom the answer is for. If the request is another user's, it is refused. */
  query: () => z.strictObject({ userId: z.optional(idInPath) }),
  body: () =>
    z.strictObject({
      /** Null takes the answer back. */
      can: z.nullable(z.boolean('can must be true, false or null.')),
      words: z.optional(callWords),
    }),
  answer: () => callSchema,
  refusals: ['call-not-found', 'call-closed', 'not-your-call', 'not-your-availability'],
})

export const ringCall = endpoint('ringCall', {
  request: 'POST /api/calls/:callId/ring',
  params: callParams,
  answer: () => callSchema,
  refusals: ['call-not-found', 'call-closed', 'too-many-requests'],
})

export const askEverybody = endpoint('askEverybody', {
  request: 'POST /api/calls/:callId/everybody',
  params: callParams,
  answer: () => callSchema,
  refusals: ['call-not-found', 'call-closed', 'nobody-to-ask', 'too-many-requests'],
})

export const withdrawCall = endpoint('withdrawCall', {
  request: 'DELETE /api/calls/:callId',
  params: callParams,
  refusals: ['call-not-found', 'call-closed'],
})

/** The link in an email about a call leads to a page that sends this. */
export const stopCallEmails = endpoint('stopCallEmails', {
  request: 'POST /api/call-emails/stop',
  access: 'anybody',
  body: tokenBody,
  refusals: ['invalid-action-code', 'too-many-requests'],
})
