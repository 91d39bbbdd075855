import type { Logger } from 'pino'
import type { AccountListener } from '#account/account-listener.ts'
import type { Clock } from '#clock.ts'
import type { Config } from '#config.ts'
import type { Database } from '#database/database.ts'
import type { Hub } from '#live/hub.ts'
import type { Courier } from '#mail/courier.ts'

/** What every operation is given, as its first argument. Made once, in `app.ts`. */
export type Services = {
  config: Config
  clock: Clock
  log: Logger
  database: Database
  hub: Hub
  courier: Courier
  /** Keys the hashes under which session tokens and link codes are stored. */
  secret: string
  accountListener: AccountListener
}
