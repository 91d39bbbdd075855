import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mailboxPath } from '#platform/mail/mailbox.ts'

/** Returns the path of the development mailbox of a server that has started with these settings. */
export function findMailbox({ AUTH_SECRET, DATA_DIR = '' }: NodeJS.ProcessEnv): string {
  return mailboxPath(AUTH_SECRET ?? readFileSync(join(DATA_DIR, 'secret'), 'utf8').trim())
}
