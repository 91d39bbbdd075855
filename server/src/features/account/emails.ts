import type { ProblemCode } from '@grouplight/contract/problem.ts'
import { hourMs } from '#platform/clock.ts'
import type { Config } from '#platform/config/config.ts'
import { renderEmail } from '#platform/mail/layout.ts'
import type { Email } from '#platform/mail/queue-email.ts'
import { type CodePurpose, codeLifeMs } from './action-codes.ts'

type Product = Pick<Config, 'appName' | 'appUrl'>

export function verificationLink({ appUrl }: Pick<Product, 'appUrl'>, code: string): string {
  return `${appUrl}/email-verified?mode=verifyEmail&oobCode=${code}`
}

export function passwordResetLink({ appUrl }: Pick<Product, 'appUrl'>, token: string): string {
  return `${appUrl}/reset-password?token=${token}`
}

// The emails in this file contain no text from the request, because a stranger may have entered the address.

export function verificationEmail(product: Product, to: string, code: string): Email {
  return renderEmail(
    {
      kind: 'verification',
      to,
      subject: `Verify your email for ${product.appName}`,
      heading: 'Verify your email',
      paragraphs: [
        `Please confirm that this address is yours. Then you can sign in to ${product.appName}.`,
        linkLife('verify-email'),
      ],
      actions: [{ label: 'Verify email', url: verificationLink(product, code) }],
      footnote: 'If you did not sign up, ignore this email: without a click nothing happens.',
    },
    product,
  )
}

export function alreadyRegisteredEmail(product: Product, to: string): Email {
  return renderEmail(
    {
      kind: 'already-registered',
      to,
      subject: `You already have a ${product.appName} account`,
      heading: 'You already have an account',
      paragraphs: [
        `Somebody, probably you, tried to sign up for ${product.appName} with this address. It already has an account, so nothing was changed.`,
      ],
      actions: [
        { label: 'Sign in', url: `${product.appUrl}/login` },
        { label: 'Reset password', url: `${product.appUrl}/forgot-password` },
      ],
      footnote: 'If it was not you, there is nothing to do.',
    },
    product,
  )
}

export function signUpRefusedEmail(product: Product, to: string, code: ProblemCode): Email {
  const { appName, appUrl } = product
  const isByInvitation = code === 'sign-up-closed'
  return renderEmail(
    {
      kind: 'sign-up-refused',
      to,
      subject: isByInvitation ? `${appName} is by invitation` : `This address cannot be used for ${appName}`,
      heading: isByInvitation ? 'This site is by invitation' : 'This address cannot be used here',
      paragraphs: [
        `Somebody, probably you, tried to sign up for ${appName} with this address. No account was made.`,
        isByInvitation
          ? 'Please ask somebody who has an account to invite this address, or to give you a link. Then sign up again.'
          : 'Only addresses of certain domains can be used, and this address belongs to none of them.',
      ],
      actions: isByInvitation ? [{ label: 'Sign up', url: `${appUrl}/signup` }] : [],
      footnote: 'If it was not you, there is nothing to do.',
    },
    product,
  )
}

export function passwordResetEmail(product: Product, to: string, token: string): Email {
  return renderEmail(
    {
      kind: 'password-reset',
      to,
      subject: `Reset your ${product.appName} password`,
      heading: 'Reset your password',
      paragraphs: [
        'Somebody, hopefully you, asked for a new password for this address.',
        linkLife('reset-password'),
      ],
      actions: [{ label: 'Choose a new password', url: passwordResetLink(product, token) }],
      footnote: 'If it was not you, ignore this email: your password stays as it is.',
    },
    product,
  )
}

function linkLife(purpose: CodePurpose): string {
  const hours = codeLifeMs[purpose] / hourMs
  return `The link works once and for ${hours === 1 ? 'one hour' : `${hours} hours`}.`
}
