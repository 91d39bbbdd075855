import type { SeededUser } from '../server/testing/seed.ts'

/**
 * A message to the load generator. The answer is a `LoadReport`, or null for 'open', 'pause' and 'close'. The next task must not be
 * sent before the answer.
 */
export type LoadTask =
  /**
   * Opens a live connection for each user. The connections are spread evenly over the nodes. `bare` must be set if the
   * server is one that only broadcasts. A connection's path then names its group.
   */
  | { do: 'open'; urls: string[]; users: SeededUser[]; bare?: boolean }
  /**
   * Runs `times` toggles, `inFlight` at a time. A toggle ends when all screens of its group have received it. If `cutShare` is
   * set, this share of the connections is cut, and a toggle ends with the response to its request.
   */
  | { do: 'toggle'; times: number; inFlight: number; cutShare?: number }
  /** Each user with a screen toggles once, in the first group of the user. On a new site, all of them become Available there. */
  | { do: 'wave'; inFlight: number }
  | { do: 'pause' }
  /**
   * Requests a path `times` times, `inFlight` at a time. The requests use the bearer tokens in turn. By default, these are the tokens
   * of the users with a screen. A conditional request sends the entity tag of the last response to the same token.
   */
  | { do: 'load'; path: string; times: number; inFlight: number; conditional?: boolean; tokens?: string[] }
  | { do: 'close' }

export type LoadReport = {
  times: number
  seconds: number
  /** The changes that all screens together have received. A frame may contain several changes. */
  deliveries: number
  frames: number
  /** The bytes of the frames with changes, including their headers. For 'load', the bytes of the response bodies. */
  bytes: number
  lost: number
  doubled: number
  latencyMs: { p50: number; p99: number }
  /** The longest time from a reconnect until the screen was up to date. */
  catchUpMs: number
}
