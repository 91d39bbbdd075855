import type { ProblemCode } from '@grouplight/contract/problem.ts'
import { hourMs } from '#platform/clock.ts'
import { emailTexts, type Recipient } from '#platform/mail/email-texts.ts'
import { type Product, renderEmail } from '#platform/mail/layout.ts'
import type { Email } from '#platform/mail/queue-email.ts'
import { codeLifeMs } from './action-codes.ts'

export function verificationLink({ appUrl }: Pick<Product, 'appUrl'>, code: string): string {
  return `${appUrl}/email-verified?mode=verifyEmail&oobCode=${code}`
}

export function passwordResetLink({ appUrl }: Pick<Product, 'appUrl'>, token: string): string {
  return `${appUrl}/reset-password?token=${token}`
}

// The emails in this file contain no text from the request, because a stranger may have entered the address.

/** The page fills in the address. The browser does not send it, so it gets into no log. */
function addressFragment(email: string): string {
  return encodeURIComponent(email)
}

export function verificationEmail(product: Product, { email, language }: Recipient, code: string): Email {
  const t = emailTexts(language)
  const app = product.appName
  return renderEmail(
    {
      ...{ kind: 'verification', to: email, language },
      subject: t('verification.subject', { app }),
      heading: t('verification.heading'),
      paragraphs: [
        t('verification.body', { app }),
        t('linkLife', { hours: codeLifeMs['verify-email'] / hourMs }),
      ],
      actions: [{ label: t('verification.action'), url: verificationLink(product, code) }],
      smallPrint: t('verification.smallPrint'),
    },
    product,
  )
}

export function alreadyRegisteredEmail(product: Product, { email, language }: Recipient): Email {
  const t = emailTexts(language)
  const app = product.appName
  return renderEmail(
    {
      ...{ kind: 'already-registered', to: email, language },
      subject: t('alreadyRegistered.subject', { app }),
      heading: t('alreadyRegistered.heading'),
      paragraphs: [t('alreadyRegistered.body', { app })],
      actions: [
        { label: t('signIn'), url: `${product.appUrl}/login#${addressFragment(email)}` },
        {
          label: t('alreadyRegistered.resetPassword'),
          url: `${product.appUrl}/forgot-password#${addressFragment(email)}`,
        },
      ],
      smallPrint: t('nothingToDo'),
    },
    product,
  )
}

export function signUpRefusedEmail(
  product: Product,
  { email, language }: Recipient,
  code: ProblemCode,
): Email {
  const t = emailTexts(language)
  const app = product.appName
  const isByInvitation = code === 'sign-up-closed'
  return renderEmail(
    {
      ...{ kind: 'sign-up-refused', to: email, language },
      subject: isByInvitation ? t('byInvitation.subject', { app }) : t('addressRefused.subject', { app }),
      heading: isByInvitation ? t('byInvitation.heading') : t('addressRefused.heading'),
      paragraphs: [
        t('noAccountMade', { app }),
        isByInvitation ? t('byInvitation.body') : t('addressRefused.body'),
      ],
      actions: isByInvitation
        ? [{ label: t('signUp'), url: `${product.appUrl}/signup#${addressFragment(email)}` }]
        : [],
      smallPrint: t('nothingToDo'),
    },
    product,
  )
}

export function passwordResetEmail(product: Product, { email, language }: Recipient, token: string): Email {
  const t = emailTexts(language)
  return renderEmail(
    {
      ...{ kind: 'password-reset', to: email, language },
      subject: t('passwordReset.subject', { app: product.appName }),
      heading: t('passwordReset.heading'),
      paragraphs: [t('passwordReset.body'), t('linkLife', { hours: codeLifeMs['reset-password'] / hourMs })],
      actions: [{ label: t('passwordReset.action'), url: passwordResetLink(product, token) }],
      smallPrint: t('passwordReset.smallPrint'),
    },
    product,
  )
}
