import type { LiveMessage } from '@grouplight/contract/live.ts'

/** Encodes a message as a complete, unmasked text frame of the WebSocket protocol (RFC 6455, section 5.2). */
export function encodeFrame(message: LiveMessage): Buffer {
  const text = JSON.stringify(message)
  const size = Buffer.byteLength(text)
  const header = size < 126 ? 2 : size < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(header + size)
  frame[0] = 0x81
  frame[1] = header === 2 ? size : header === 4 ? 126 : 127
  if (header === 4) frame.writeUInt16BE(size, 2)
  if (header === 10) frame.writeBigUInt64BE(BigInt(size), 2)
  frame.write(text, header)
  return frame
}
