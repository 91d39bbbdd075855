import type { SeededUser } from '../server/testing/seed.ts'

/** Messages to the load generator, one at a time. */
export type LoadTask =
  /**
   * Opens a live connection for each person, on the nodes in turn. `bare`: the server only broadcasts, and the path of a
   * connection is its group.
   */
  | { do: 'open'; urls: string[]; people: SeededUser[]; bare?: boolean }
  /** Toggles or broadcasts, `inFlight` at any time. Each is done when every screen has received it. */
  | { do: 'toggle'; times: number; inFlight: number; cutShare?: number }
  /** Everybody becomes available in their first group. */
  | { do: 'wave'; inFlight: number }
  /** One client stops reading. */
  | { do: 'pause' }
  /** Loads a dashboard `times` times, `inFlight` at any time. */
  | { do: 'load'; path: string; times: number; inFlight: number; conditional?: boolean }
  | { do: 'close' }

export type LoadReport = {
  times: number
  seconds: number
  /** Changes that reached a screen. `bytes` includes frame headers. */
  deliveries: number
  frames: number
  bytes: number
  lost: number
  doubled: number
  /** Fetches of a group by screens that received a later version too early. */
  fetches: number
  latencyMs: { p50: number; p99: number }
  /** The longest time from a reconnect until the screen was up to date. */
  catchUpMs: number
}
