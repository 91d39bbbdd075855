const text = 0x1

/**
 * What a server says on a WebSocket: the answer to the upgrade, then frames, which are never masked (RFC 6455, 5.2). Each text
 * frame is given on as often as `copies` says, all else as it is.
 */
export class FrameReader {
  readonly #copies: (message: string) => number
  #isUpgraded = false
  #unread: Buffer = Buffer.alloc(0)

  constructor(copies: (message: string) => number) {
    this.#copies = copies
  }

  /** Takes what arrived, and gives on what is complete. */
  read(chunk: Buffer): Buffer {
    this.#unread = Buffer.concat([this.#unread, chunk])
    const given: Buffer[] = []
    for (let size = this.#nextSize(); size > 0 && size <= this.#unread.length; size = this.#nextSize()) {
      const piece = this.#unread.subarray(0, size)
      this.#unread = this.#unread.subarray(size)
      given.push(...this.#given(piece))
    }
    return Buffer.concat(given)
  }

  #given(piece: Buffer): Buffer[] {
    if (!this.#isUpgraded) {
      this.#isUpgraded = true
      return [piece]
    }
    if (((piece[0] ?? 0) & 0xf) !== text) return [piece]
    const message = piece.subarray(headerSize(piece)).toString()
    return Array.from({ length: this.#copies(message) }, () => piece)
  }

  /** How long the next piece is; 0 while that is not known. */
  #nextSize(): number {
    if (!this.#isUpgraded) {
      const end = this.#unread.indexOf('\r\n\r\n')
      return end < 0 ? 0 : end + 4
    }
    const header = headerSize(this.#unread)
    if (this.#unread.length < header) return 0
    const short = (this.#unread[1] ?? 0) & 0x7f
    if (short === 126) return header + this.#unread.readUInt16BE(2)
    return short === 127 ? header + Number(this.#unread.readBigUInt64BE(2)) : header + short
  }
}

function headerSize(frame: Buffer): number {
  if (frame.length < 2) return 2
  const short = (frame[1] ?? 0) & 0x7f
  return short === 127 ? 10 : short === 126 ? 4 : 2
}
