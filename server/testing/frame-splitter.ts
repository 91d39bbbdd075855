/** Splits the server's data on a WebSocket into the response to the upgrade and unmasked frames (RFC 6455, section 5.2). */
export class FrameSplitter {
  #isUpgraded = false
  #rest: Buffer = Buffer.alloc(0)

  split(bytes: Buffer): Buffer[] {
    this.#rest = Buffer.concat([this.#rest, bytes])
    const pieces: Buffer[] = []
    for (let size = this.#nextSize(); size > 0 && size <= this.#rest.length; size = this.#nextSize()) {
      pieces.push(this.#rest.subarray(0, size))
      this.#rest = this.#rest.subarray(size)
      this.#isUpgraded = true
    }
    return pieces
  }

  /** Returns the size of the next piece in bytes, or 0 if it is not known yet. */
  #nextSize(): number {
    const rest = this.#rest
    if (!this.#isUpgraded) {
      const end = rest.indexOf(endOfHead)
      return end < 0 ? 0 : end + endOfHead.length
    }
    const short = rest[1] ?? 0
    const header = short === 127 ? 10 : short === 126 ? 4 : 2
    if (rest.length < header) return 0
    if (header === 2) return header + short
    return header + (header === 4 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2)))
  }
}

const endOfHead = '\r\n\r\n'
