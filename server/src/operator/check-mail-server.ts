import { speakToMailServer } from '#mail/speak-to-mail-server.ts'
import type { Services } from '#services.ts'
import { type Finding, fine, wrong } from './finding.ts'

/** Sends no email. */
export async function* checkMailServer({ config }: Pick<Services, 'config'>): AsyncGenerator<Finding> {
  const { smtpUrl, ehloName } = config
  if (!smtpUrl) return
  const { connection, words, fault } = await speakToMailServer({ ...config, smtpUrl })
  yield fault === null
    ? fine('mail server', `${connection}, greeted as ${ehloName}: “${words}”`)
    : wrong('mail server', `${connection}, greeted as ${ehloName}: “${words}”; ${fault}`)
}
