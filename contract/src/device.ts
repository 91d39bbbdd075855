import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { cleanLine, idInPath, isPrintable, isVisible, tokenBody } from './text.ts'

const endpoint = endpointsOf('device')

export const maxDevicesPerUser = 10

/** No response contains the endpoint or the keys of a device. */
export const deviceSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    /** When the device last rang. After about 7 days, this becomes null. */
    rungAt: z.nullable(z.iso.datetime()),
    /** Whether the device has sent back the token of its first push. Before that, it gets no other pushes. */
    isConfirmed: z.boolean(),
    isThisBrowser: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Device' })

export type Device = z.infer<typeof deviceSchema>

export const listDevices = endpoint('listDevices', {
  request: 'GET /api/devices',
  answer: () => z.object({ publicKey: z.nullable(z.string()), devices: z.array(deviceSchema) }),
})

export const addDevice = endpoint('addDevice', {
  request: 'POST /api/devices',
  body: () =>
    z.strictObject({
      endpoint: z.string('The endpoint must be text.').check(
        z.maxLength(765, 'The endpoint is too long.'),
        z.refine(
          text => /^https?:\/\/[\x21-\x7e]+$/.test(text) && URL.canParse(text),
          'The endpoint must be an address.',
        ),
      ),
      // 65 bytes, of which the first is 4: an uncompressed point of the curve P-256.
      p256dh: z
        .string('The key must be text.')
        .check(z.regex(/^B[A-P][\w-]{85}$/, 'p256dh must be a key of 65 bytes in base64url.')),
      auth: z
        .string('The secret must be text.')
        .check(z.regex(/^[\w-]{22}$/, 'auth must be 16 bytes in base64url.')),
      name: z
        .string('The name must be text.')
        .check(
          z.overwrite(cleanLine),
          z.minLength(1, 'The name is required.'),
          z.maxLength(80, 'The name is too long.'),
          z.refine(isPrintable, 'The name contains characters that cannot be shown.'),
          z.refine(isVisible, 'The name needs at least one visible character.'),
        ),
    }),
  answer: () => deviceSchema,
  refusals: ['push-switched-off', 'push-service-not-allowed', 'too-many-devices', 'too-many-requests'],
})

export const confirmDevice = endpoint('confirmDevice', {
  request: 'POST /api/devices/confirm',
  body: tokenBody,
  refusals: ['device-not-found'],
})

const deviceParams = () => z.strictObject({ deviceId: idInPath })

export const testDevice = endpoint('testDevice', {
  request: 'POST /api/devices/:deviceId/test',
  params: deviceParams,
  refusals: ['device-not-found', 'too-many-requests'],
})

export const removeDevice = endpoint('removeDevice', {
  request: 'DELETE /api/devices/:deviceId',
  params: deviceParams,
  refusals: ['device-not-found'],
})
