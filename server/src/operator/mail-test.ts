import { parseEmail } from '@grouplight/contract/account.ts'
import { OperatorError } from '#platform/config/operator-error.ts'
import { connectionOf } from '#platform/mail/speak-to-mail-server.ts'
import type { Command } from './command.ts'
import { sendTestEmail } from './send-test-email.ts'

export const mailTest: Command = {
  name: 'mail test',
  parameters: ['<email>'],
  summary: 'sends a test email at once and prints what the mail server says',
  async run(services, { positionals: [typed = ''] }, print) {
    const email = parseEmail(typed)
    if (email === null) throw new OperatorError(`“${typed}” is not an email address.`)
    if (!services.config.smtpUrl)
      throw new OperatorError('SMTP_URL is not set: emails are stored, but not sent.')
    const report = await sendTestEmail(services, { email, language: 'en' })
    print(`${connectionOf(report)}, greeted as ${services.config.ehloName}`)
    print(`The mail server says: ${report.words}`)
    if (report.fault !== null) throw new OperatorError(`The email was not sent: ${report.fault}.`)
  },
}
