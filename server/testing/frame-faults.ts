import { FrameSplitter } from './frame-splitter.ts'

/** What happens to about every second message. */
export type FrameFault = 'none' | 'dropped' | 'doubled' | 'swapped'

/** Corrupts the server's messages on one WebSocket. */
export class FrameFaults {
  readonly #splitter = new FrameSplitter()
  #late: Buffer | null = null

  corrupt(bytes: Buffer, fault: FrameFault): Buffer {
    return Buffer.concat(this.#splitter.split(bytes).flatMap(piece => this.#applyFault(piece, fault)))
  }

  #applyFault(piece: Buffer, fault: FrameFault): Buffer[] {
    const late = this.#late
    this.#late = null
    if (late) return [piece, late]
    if (fault === 'none' || !isMessage(piece) || Math.random() < 0.5) return [piece]
    if (fault === 'doubled') return [piece, piece]
    // It follows the next message.
    if (fault === 'swapped') this.#late = piece
    return []
  }
}

/** A whole text frame. The upgrade, pings and closes stay as they are. */
function isMessage(piece: Buffer): boolean {
  return piece[0] === 0x81
}
