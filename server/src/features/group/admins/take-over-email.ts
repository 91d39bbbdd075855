import { isolated } from '@grouplight/locales/src/direction.ts'
import { emailTexts, instantText, type KnownZone, type Recipient } from '#platform/mail/email-texts.ts'
import { type Product, renderEmail } from '#platform/mail/layout.ts'
import type { Email } from '#platform/mail/queue-email.ts'

type Asked = { group: { id: string; name: string }; user: { displayName: string }; until: Date }

/** To a creator who has been away for long. `until` is the time until which the creator can say no. */
export function takeOverEmail(
  product: Product,
  to: Recipient & KnownZone,
  { group, user, until }: Asked,
): Email {
  const { language } = to
  const t = emailTexts(language)
  const names = { user: isolated(user.displayName || 'User'), group: isolated(group.name) }
  return renderEmail(
    {
      ...{ kind: 'take-over', to: to.email, language },
      subject: t('takeOver.subject', names),
      heading: t('takeOver.heading'),
      paragraphs: [t('takeOver.body', { ...names, time: instantText(until, to) })],
      actions: [{ label: t('takeOver.action'), url: `${product.appUrl}/groups/${group.id}` }],
      smallPrint: t('takeOver.smallPrint', names),
    },
    product,
  )
}
