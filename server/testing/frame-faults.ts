import { FrameSplitter } from './frame-splitter.ts'

/** What becomes of every second message, by chance. */
export type FrameFault = 'none' | 'dropped' | 'doubled' | 'swapped'

/** The messages of one live connection, on their way from the server to a browser. */
export class FrameFaults {
  readonly #splitter = new FrameSplitter()
  #late: Buffer | null = null

  /** Takes bytes as they come, and gives those that go on. */
  spoil(bytes: Buffer, fault: FrameFault): Buffer {
    return Buffer.concat(this.#splitter.split(bytes).flatMap(piece => this.#fateOf(piece, fault)))
  }

  #fateOf(piece: Buffer, fault: FrameFault): Buffer[] {
    const late = this.#late
    this.#late = null
    if (late) return [piece, late]
    if (fault === 'none' || !isMessage(piece) || Math.random() < 0.5) return [piece]
    if (fault === 'doubled') return [piece, piece]
    // It comes after the next one.
    if (fault === 'swapped') this.#late = piece
    return []
  }
}

/** Neither the answer to the upgrade, a ping nor a close. */
function isMessage(piece: Buffer): boolean {
  return piece[0] === 0x81
}
