import { Histogram } from './histogram.ts'

export type PushOutcome = 'sent' | 'put-off' | 'expired' | 'refused' | 'gone' | 'silenced'

export type DeliveryOutcome = 'sent' | 'put-off' | 'given-up' | 'silenced'

export class Counts {
  framesPublished = 0
  framesDelivered = 0
  readonly toggleBatches = new Histogram([1, 2, 4, 8, 16, 32, 64, 128])
  busEventsRefused = 0
  emailsSent = 0
  emailsPutOff = 0
  emailsGivenUp = 0
  untrustedForwards = 0
  connectionsRefused = 0
  /** Counts sign-ins that were refused because the sign-in provider does not call the address verified. */
  unverifiedByProvider = 0
  readonly pushes: Record<PushOutcome, number> = {
    sent: 0,
    'put-off': 0,
    expired: 0,
    refused: 0,
    gone: 0,
    silenced: 0,
  }
  readonly hookDeliveries: Record<DeliveryOutcome, number> = {
    sent: 0,
    'put-off': 0,
    'given-up': 0,
    silenced: 0,
  }
  hooksSwitchedOff = 0
  maintenanceRuns = 0
  failedMaintenanceRuns = 0
  readonly requests = new Map<string, { method: string; route: string; status: string; seconds: Histogram }>()

  readonly #secondsOf = new Map<string, Histogram>()

  /** `ms` is the duration. Requests that match no API route count as the route `web`, because they can have any path. */
  countRequest(method: string, pattern: string | undefined, status: number, ms: number): void {
    const key = `${method} ${pattern} ${Math.floor(status / 100)}`
    const seconds = this.#secondsOf.get(key) ?? this.#createSeries(key, method, pattern, status)
    seconds.observe(ms / 1000)
  }

  #createSeries(key: string, method: string, pattern: string | undefined, status: number): Histogram {
    const route = pattern && /^\/(api|functions)\//.test(pattern) ? pattern : 'web'
    const labels = { method, route, status: `${Math.floor(status / 100)}xx` }
    const series = Object.values(labels).join(' ')
    const { seconds } = this.requests.get(series) ?? { seconds: new Histogram(secondsBounds) }
    this.requests.set(series, { ...labels, seconds })
    this.#secondsOf.set(key, seconds)
    return seconds
  }
}

const secondsBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
