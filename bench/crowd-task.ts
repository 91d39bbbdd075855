import type { SeededUser } from '../server/testing/seed.ts'

/** What can be asked of the crowd: one thing at a time, by message. */
export type CrowdTask =
  /**
   * Opens a live connection for each of them, by turns on each node. `bare`: the server only broadcasts, a connection's path
   * is its group.
   */
  | { do: 'open'; urls: string[]; people: SeededUser[]; bare?: boolean }
  /** So many toggles (or broadcasts), `inFlight` of them at any time; each counts as done when every screen has it. */
  | { do: 'toggle'; times: number; inFlight: number; cutShare?: number }
  /** Everybody becomes available in their first group, once. */
  | { do: 'wave'; inFlight: number }
  /** One of them reads no more. */
  | { do: 'pause' }
  /** So many first loads of a dashboard, `inFlight` at any time. */
  | { do: 'load'; path: string; times: number; inFlight: number; conditional?: boolean }
  | { do: 'close' }

export type CrowdReport = {
  times: number
  seconds: number
  /** Changes that reached a screen, and the bytes of their frames with headers. */
  deliveries: number
  frames: number
  bytes: number
  lost: number
  doubled: number
  /** Readings of a group by screens that heard a version before the one that it follows. */
  fetches: number
  latencyMs: { p50: number; p99: number }
  /** From a connection's return until its screen was right again, the slowest. */
  catchUpMs: number
}
