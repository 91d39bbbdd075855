import { isolated } from '@grouplight/locales/src/direction.ts'
import type { Language } from '@grouplight/locales/src/languages.ts'
import { dayText, emailTexts, type KnownZone, type Recipient } from '#platform/mail/email-texts.ts'
import { type Product, renderEmail } from '#platform/mail/layout.ts'
import type { Email } from '#platform/mail/queue-email.ts'
import type { Site } from '#platform/site/site.ts'
import type { Invitation } from './pending.ts'

type Content = {
  invitation: Pick<Invitation, 'email' | 'message' | 'expiresAt'>
  inviter: { displayName: string; language: Language }
  groupName: string
  /** The code of the invitation. */
  code: string
  stopUrl: string
  /** Undefined if the address has no account. Then the email is in the inviter's language, and has a line in English. */
  account: (Recipient & KnownZone) | undefined
}

export function invitationEmail(
  product: Product & Pick<Site, 'registration'>,
  { invitation, inviter, groupName, code, stopUrl, account }: Content,
): Email {
  const { appName: app, appUrl, registration } = product
  const reader = account ?? { language: inviter.language, timeZone: null }
  const t = emailTexts(reader.language)
  const name = inviter.displayName || t('someUser')
  const names = { inviter: isolated(name), group: isolated(groupName), app }
  const day = dayText(invitation.expiresAt, reader)
  const signIn = { label: t('signIn'), url: `${appUrl}/login#${code}` }
  const signUp = { label: t('createAccount'), url: `${appUrl}/signup#${code}` }
  const canSignUp = !account && registration !== 'closed'
  const isForeign = !account && reader.language !== 'en'
  return renderEmail(
    {
      ...{ kind: 'invitation', to: invitation.email, language: reader.language },
      subject: t('invitation.subject', { inviter: name, group: groupName, app }),
      quote: invitation.message ? { words: invitation.message, author: name } : undefined,
      heading: t('invitation.heading', names),
      paragraphs: [
        t('invitation.body', names),
        canSignUp ? t('invitation.signUpOrIn', { day }) : t('invitation.signIn', { day }),
      ],
      actions: canSignUp ? [signUp, signIn] : [signIn],
      smallPrint: t('invitation.smallPrint', names),
      smallLink: { label: t('invitation.stop'), url: stopUrl },
      inEnglish: isForeign ? emailTexts('en')('invitation.body', names) : undefined,
    },
    product,
  )
}
