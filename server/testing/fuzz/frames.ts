import { liveMessageSchema } from '@grouplight/contract/live.ts'
import { z } from 'zod'
import { oddValue } from './mutations.ts'
import type { Random } from './random.ts'

type Schema = {
  anyOf?: Schema[]
  prefixItems?: Schema[]
  const?: string
  type?: string
  properties?: Record<string, Schema>
}
type Frame = {
  opcode: number
  payload: Buffer
  isLast?: boolean
  reserved?: number
  mask?: boolean
  length?: bigint
}

const [continuation, text, binary, close, ping, pong] = [0, 1, 2, 8, 9, 10]
const maxBytes = 16 * 1024
const messages = z.toJSONSchema(liveMessageSchema) as Schema

/** The only message that the web app sends. */
const validFrame = encode({ opcode: text, payload: Buffer.from('ping') })

/** Returns one to four random inputs as one buffer. Most of them are malformed. */
export function malformedFrames(random: Random): Buffer {
  const frames = Array.from({ length: 1 + random.number(4) }, () =>
    random.oneIn(4) ? validFrame : random.pick(malformed)(random),
  )
  return Buffer.concat(frames)
}

const malformed: ((random: Random) => Buffer)[] = [
  // A message that normally only the server sends. It often has an unexpected value.
  random => encode({ opcode: text, payload: Buffer.from(messageText(random)) }),
  random => encode({ opcode: binary, payload: Buffer.from(random.pick(['ping', messageText(random)])) }),
  random =>
    encode({ opcode: text, payload: Buffer.from(random.pick(['', 'PING', 'ping ', 'ping\0', '"ping"'])) }),
  random => encode({ opcode: text, payload: Buffer.from('['.repeat(random.number(maxBytes))) }),
  // Messages around the maximum size, and larger messages.
  random => encode({ opcode: text, payload: Buffer.alloc(maxBytes + random.number(3) - 1, 'x') }),
  random =>
    encode({ opcode: text, payload: Buffer.alloc(random.pick([2 * maxBytes, 70_000, 300_000]), 'x') }),
  // Invalid UTF-8, including a character that is cut off.
  random => encode({ opcode: text, payload: Buffer.concat([Buffer.from('ping'), random.bytes(60)]) }),
  random => encode({ opcode: text, payload: Buffer.from('🚦').subarray(0, 1 + random.number(3)) }),
  // Fragmented messages: complete, without the end, without the beginning, and mixed with other messages.
  random => Buffer.concat(pieces('ping', random)),
  random => Buffer.concat(pieces(messageText(random), random).slice(0, -1)),
  random => Buffer.concat(pieces('ping', random).slice(1)),
  random => Buffer.concat(pieces('ping', random).flatMap(piece => [piece, validFrame])),
  () =>
    Buffer.concat(
      Array.from({ length: 2_000 }, () => encode({ ...empty, opcode: continuation, isLast: false })),
    ),
  random => encode({ opcode: text, payload: Buffer.from('ping'), mask: false, isLast: random.oneIn(2) }),
  random => encode({ ...empty, opcode: 3 + random.number(5), reserved: random.number(8) }),
  random => encode({ opcode: text, payload: Buffer.from('ping'), reserved: 1 + random.number(7) }),
  // A frame that announces more bytes than it has.
  random =>
    encode({
      opcode: text,
      payload: random.bytes(60),
      length: random.pick([70n, 2n ** 16n, 2n ** 53n, 2n ** 64n - 1n]),
    }),
  // Control frames with random content, as fragments, or with valid and invalid close codes.
  random => encode({ opcode: random.pick([ping, pong, close]), payload: random.bytes(200) }),
  random => encode({ opcode: random.pick([ping, pong, close]), payload: random.bytes(9), isLast: false }),
  random =>
    encode({
      opcode: close,
      payload: closing(random.pick([0, 999, 1000, 1005, 1006, 1015, 3000, 4001, 65_535])),
    }),
  // A frame with one flipped bit.
  random => {
    const bytes = Buffer.from(encode({ opcode: text, payload: Buffer.from(messageText(random)) }))
    const position = random.number(Math.min(bytes.length, 40))
    bytes[position] = (bytes[position] ?? 0) ^ (1 << random.number(8))
    return bytes
  },
  random => random.bytes(400),
]

const empty = { payload: Buffer.alloc(0) }

function encode({ opcode, payload, isLast = true, reserved = 0, mask = true, length }: Frame): Buffer {
  const announced = length ?? BigInt(payload.length)
  const size = announced < 126n ? 0 : announced < 2n ** 16n ? 2 : 8
  const head = Buffer.alloc(2 + size)
  head[0] = (isLast ? 0x80 : 0) | (reserved << 4) | opcode
  head[1] = (mask ? 0x80 : 0) | (size === 0 ? Number(announced) : size === 2 ? 126 : 127)
  if (size === 2) head.writeUInt16BE(Number(announced), 2)
  if (size === 8) head.writeBigUInt64BE(announced, 2)
  if (!mask) return Buffer.concat([head, payload])
  const key = Buffer.from([0x12, 0x34, 0x56, 0x78])
  return Buffer.concat([head, key, payload.map((byte, position) => byte ^ (key[position % 4] as number))])
}

function pieces(message: string, random: Random): Buffer[] {
  const bytes = Buffer.from(message)
  const split = random.number(bytes.length + 1)
  return [bytes.subarray(0, split), Buffer.alloc(0), bytes.subarray(split)].map((payload, position) =>
    encode({ opcode: position === 0 ? text : continuation, payload, isLast: position === 2 }),
  )
}

function closing(code: number): Buffer {
  return Buffer.from([code >> 8, code & 255, 0xff])
}

function messageText(random: Random): string {
  const message = valueFor(messages, random) as unknown[]
  if (random.oneIn(2)) message[random.number(message.length)] = oddValue(random)
  return JSON.stringify(message)
}

function valueFor(
  { anyOf, prefixItems, const: literal, type, properties = {} }: Schema,
  random: Random,
): unknown {
  if (anyOf) return valueFor(random.pick(anyOf), random)
  if (prefixItems) return prefixItems.map(item => valueFor(item, random))
  if (literal !== undefined) return literal
  if (type === 'integer') return random.number(1_000)
  if (type === 'string') return random.pick(['AAAAAAAAAAAA', '', '__proto__'])
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, valueFor(value, random)]),
  )
}
