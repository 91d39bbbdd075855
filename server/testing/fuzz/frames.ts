import { liveMessageSchema } from '@grouplight/contract/live.ts'
import { z } from 'zod'
import type { Chance } from './chance.ts'
import { oddValue } from './mutations.ts'

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

const [goesOn, text, binary, close, ping, pong] = [0, 1, 2, 8, 9, 10]
// The largest that is taken.
const most = 16 * 1024
const messages = z.toJSONSchema(liveMessageSchema) as Schema

/** What a browser may say, in a whole frame. */
export const goodFrame = encode({ opcode: text, payload: Buffer.from('ping') })

/** Bytes for an open connection: frames spoiled in type, size, nesting, order or bytes, and now and then a good one. */
export function spoiledFrames(chance: Chance): Buffer {
  const frames = Array.from({ length: 1 + chance.number(4) }, () =>
    chance.oneIn(4) ? goodFrame : chance.of(spoiled)(chance),
  )
  return Buffer.concat(frames)
}

const spoiled: ((chance: Chance) => Buffer)[] = [
  // A message that only the server says, right or with something odd in it.
  chance => encode({ opcode: text, payload: Buffer.from(messageText(chance)) }),
  chance => encode({ opcode: binary, payload: Buffer.from(chance.of(['ping', messageText(chance)])) }),
  chance =>
    encode({ opcode: text, payload: Buffer.from(chance.of(['', 'PING', 'ping ', 'ping\0', '"ping"'])) }),
  chance => encode({ opcode: text, payload: Buffer.from('['.repeat(chance.number(most))) }),
  // As large as may be, and larger.
  chance => encode({ opcode: text, payload: Buffer.alloc(most + chance.number(3) - 1, 'x') }),
  chance => encode({ opcode: text, payload: Buffer.alloc(chance.of([2 * most, 70_000, 300_000]), 'x') }),
  // No UTF-8, also cut in the middle of a character.
  chance => encode({ opcode: text, payload: Buffer.concat([Buffer.from('ping'), chance.bytes(60)]) }),
  chance => encode({ opcode: text, payload: Buffer.from('🚦').subarray(0, 1 + chance.number(3)) }),
  // In pieces: a whole message, one without an end, one without a beginning, one with another in its middle.
  chance => Buffer.concat(pieces('ping', chance)),
  chance => Buffer.concat(pieces(messageText(chance), chance).slice(0, -1)),
  chance => Buffer.concat(pieces('ping', chance).slice(1)),
  chance => Buffer.concat(pieces('ping', chance).flatMap(piece => [piece, goodFrame])),
  () =>
    Buffer.concat(Array.from({ length: 2_000 }, () => encode({ ...empty, opcode: goesOn, isLast: false }))),
  chance => encode({ opcode: text, payload: Buffer.from('ping'), mask: false, isLast: chance.oneIn(2) }),
  chance => encode({ ...empty, opcode: 3 + chance.number(5), reserved: chance.number(8) }),
  chance => encode({ opcode: text, payload: Buffer.from('ping'), reserved: 1 + chance.number(7) }),
  // Its length is a lie.
  chance =>
    encode({
      opcode: text,
      payload: chance.bytes(60),
      length: chance.of([70n, 2n ** 16n, 2n ** 53n, 2n ** 64n - 1n]),
    }),
  // What a WebSocket says about itself, in wrong ways.
  chance => encode({ opcode: chance.of([ping, pong, close]), payload: chance.bytes(200) }),
  chance => encode({ opcode: chance.of([ping, pong, close]), payload: chance.bytes(9), isLast: false }),
  chance =>
    encode({
      opcode: close,
      payload: closing(chance.of([0, 999, 1000, 1005, 1006, 1015, 3000, 4001, 65_535])),
    }),
  // A flipped bit, anywhere.
  chance => {
    const bytes = Buffer.from(encode({ opcode: text, payload: Buffer.from(messageText(chance)) }))
    const place = chance.number(Math.min(bytes.length, 40))
    bytes[place] = (bytes[place] ?? 0) ^ (1 << chance.number(8))
    return bytes
  },
  chance => chance.bytes(400),
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
  return Buffer.concat([head, key, payload.map((byte, place) => byte ^ (key[place % 4] as number))])
}

function pieces(message: string, chance: Chance): Buffer[] {
  const bytes = Buffer.from(message)
  const cut = chance.number(bytes.length + 1)
  return [bytes.subarray(0, cut), Buffer.alloc(0), bytes.subarray(cut)].map((payload, place) =>
    encode({ opcode: place === 0 ? text : goesOn, payload, isLast: place === 2 }),
  )
}

function closing(code: number): Buffer {
  return Buffer.from([code >> 8, code & 255, 0xff])
}

function messageText(chance: Chance): string {
  const message = valueFor(messages, chance) as unknown[]
  if (chance.oneIn(2)) message[chance.number(message.length)] = oddValue(chance)
  return JSON.stringify(message)
}

/** A value that the schema allows, as far as it says so. */
function valueFor(
  { anyOf, prefixItems, const: literal, type, properties = {} }: Schema,
  chance: Chance,
): unknown {
  if (anyOf) return valueFor(chance.of(anyOf), chance)
  if (prefixItems) return prefixItems.map(item => valueFor(item, chance))
  if (literal !== undefined) return literal
  if (type === 'integer') return chance.number(1_000)
  if (type === 'string') return chance.of(['AAAAAAAAAAAA', '', '__proto__'])
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, valueFor(value, chance)]),
  )
}
