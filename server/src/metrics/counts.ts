import { Histogram } from './histogram.ts'

/**
 * What has happened since the start. Whoever does something adds one to a plain number here; all the rest of the work
 * is done when somebody reads the metrics.
 */
export class Counts {
  framesPublished = 0
  framesDelivered = 0
  readonly toggleBatches = new Histogram([1, 2, 4, 8, 16, 32, 64, 128])
  busEventsRefused = 0
  emailsSent = 0
  emailsPutOff = 0
  emailsGivenUp = 0
  /** Requests that somebody forwarded whom the settings do not trust. */
  untrustedForwards = 0
  sweeps = 0
  failedSweeps = 0
  /** In seconds, by what was asked and how it was answered. */
  readonly requests = new Map<string, { method: string; route: string; status: string; seconds: Histogram }>()

  readonly #secondsOf = new Map<string, Histogram>()

  /** Counts a request that took so many milliseconds. Everything that is not the API is one route: its addresses are endless. */
  answered(method: string, url: string | undefined, status: number, ms: number): void {
    const key = `${method} ${url} ${Math.floor(status / 100)}`
    const seconds = this.#secondsOf.get(key) ?? this.#firstOf(key, method, url, status)
    seconds.observe(ms / 1000)
  }

  #firstOf(key: string, method: string, url: string | undefined, status: number): Histogram {
    const route = url && /^\/(api|functions)\//.test(url) ? url : 'web'
    const labels = { method, route, status: `${Math.floor(status / 100)}xx` }
    const series = Object.values(labels).join(' ')
    const { seconds } = this.requests.get(series) ?? { seconds: new Histogram(secondsBounds) }
    this.requests.set(series, { ...labels, seconds })
    this.#secondsOf.set(key, seconds)
    return seconds
  }
}

const secondsBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
