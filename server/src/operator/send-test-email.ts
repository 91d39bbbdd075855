import { emailTexts, type Recipient } from '#platform/mail/email-texts.ts'
import { type Product, renderEmail } from '#platform/mail/layout.ts'
import type { Email } from '#platform/mail/queue-email.ts'
import { type MailServerReport, speakToMailServer } from '#platform/mail/speak-to-mail-server.ts'
import { Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'

/** Sends the email at once, without the outbox. Ends within 15 seconds. */
export async function sendTestEmail(
  { config, site }: Pick<Services, 'config' | 'site'>,
  to: Recipient,
): Promise<MailServerReport> {
  const { smtpUrl } = config
  if (!smtpUrl) throw new Problem('no-mail-server')
  return speakToMailServer({ ...config, smtpUrl }, testEmail(site, to))
}

export function testEmail(product: Product, { email, language }: Recipient): Email {
  const t = emailTexts(language)
  return renderEmail(
    {
      ...{ kind: 'test', to: email, language, actions: [] },
      subject: t('test.subject', { app: product.appName }),
      heading: t('test.heading'),
      paragraphs: [t('test.body')],
      smallPrint: t('test.smallPrint'),
    },
    product,
  )
}
