import { FrameSplitter } from './frame-splitter.ts'

/** A fault that randomly chosen messages get. 'swapped' exchanges a message with the next frame. */
export type FrameFault = 'none' | 'dropped' | 'doubled' | 'swapped'

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
    // The delayed message is sent directly after the next frame.
    if (fault === 'swapped') this.#late = piece
    return []
  }
}

/** The upgrade, pings and closes must not be changed. */
function isMessage(piece: Buffer): boolean {
  return piece[0] === 0x81
}
