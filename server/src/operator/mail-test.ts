import { parseEmail } from '@grouplight/contract/account.ts'
import { OperatorError } from '#platform/config/operator-error.ts'
import { renderEmail } from '#platform/mail/layout.ts'
import { speakToMailServer } from '#platform/mail/speak-to-mail-server.ts'
import type { Command } from './command.ts'

export const mailTest: Command = {
  name: 'mail test',
  parameters: ['<email>'],
  summary: 'sends a test email at once and prints what the mail server says',
  async run({ config, site }, { positionals: [typed = ''] }, print) {
    const { smtpUrl, ehloName, appName } = config
    const to = parseEmail(typed)
    if (to === null) throw new OperatorError(`“${typed}” is not an email address.`)
    if (!smtpUrl) throw new OperatorError('SMTP_URL is not set: emails are stored, but not sent.')
    const email = renderEmail(
      {
        kind: 'test',
        to,
        language: 'en',
        subject: `A test of ${appName}`,
        heading: 'The mail server works',
        paragraphs: ['The operator of this site sent this email as a test.'],
        actions: [],
        smallPrint: 'If you did not expect it, ignore this email.',
      },
      site,
    )
    const { connection, words, fault } = await speakToMailServer({ ...config, smtpUrl }, email)
    print(`${connection}, greeted as ${ehloName}`)
    print(`The mail server says: ${words}`)
    if (fault !== null) throw new OperatorError(`The email was not sent: ${fault}.`)
  },
}
