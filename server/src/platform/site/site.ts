import type { Language } from '@grouplight/locales/src/languages.ts'
import type { Logger } from 'pino'
import { minuteMs } from '#platform/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { SiteValues, UpdateLook } from '#platform/config/site-values.ts'
import type { Database } from '#platform/database/database.ts'
import { every, type Schedule } from '#platform/jobs/every.ts'
import { type LegalLink, legalLinks } from './legal-links.ts'
import { readStored, type StoredSite } from './stored-settings.ts'

type Parts = { config: Config; database: Database; log: Logger }

const usual: SiteValues = {
  registration: 'open',
  allowedEmailDomains: [],
  imprint: { url: null, text: null },
  privacy: { url: null, text: null },
  accessibility: { url: null, text: null },
  contact: null,
  updateCheck: null,
}

/** The settings of the site as they are now: those of the environment, before those that the operator has stored, before the usual. */
export class Site {
  readonly #parts: Parts
  readonly #schedule: Schedule
  #stored: StoredSite = { settings: {}, updateLook: null }

  /** Reads the stored settings again every minute, because a message from another node can be lost. */
  constructor(parts: Parts) {
    this.#parts = parts
    this.#schedule = every(minuteMs, () => this.refresh(), {
      onError: error => parts.log.warn({ error }, 'the settings of the site could not be read'),
    })
  }

  get appName(): string {
    return this.#parts.config.appName
  }

  get appUrl(): string {
    return this.#parts.config.appUrl
  }

  get registration(): SiteValues['registration'] {
    return this.current().registration
  }

  get allowedEmailDomains(): string[] {
    return this.current().allowedEmailDomains
  }

  current(): SiteValues {
    const { site, updateUrl } = this.#parts.config
    const fixed = Object.entries(site).filter(([, value]) => value !== undefined)
    const values = { ...usual, ...this.#stored.settings, ...Object.fromEntries(fixed) }
    return updateUrl === undefined ? { ...values, updateCheck: false } : values
  }

  isFixed(name: keyof SiteValues): boolean {
    const { site, updateUrl } = this.#parts.config
    return site[name] !== undefined || (name === 'updateCheck' && updateUrl === undefined)
  }

  /** Empty unless the operator has said something about the site. */
  linksIn(language: Language): LegalLink[] {
    return legalLinks(this.current(), language, this.appUrl)
  }

  get updateLook(): UpdateLook | null {
    return this.#stored.updateLook
  }

  async refresh(): Promise<void> {
    this.#stored = await readStored(this.#parts.database)
  }

  /** Another node has changed the settings. */
  refreshSoon(): void {
    this.#schedule.runNow()
  }

  stop(): Promise<void> {
    return this.#schedule.stop()
  }
}
