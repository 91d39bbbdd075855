import type { Config } from '#platform/config/config.ts'
import { renderEmail } from '#platform/mail/layout.ts'
import type { Email } from '#platform/mail/queue-email.ts'

type Product = Pick<Config, 'appName' | 'appUrl'>

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

export function newBrowserEmail(
  product: Product,
  to: string,
  { browser, at }: { browser: string | null; at: Date },
): Email {
  return securityEmail(product, to, {
    kind: 'new-browser',
    subject: `New sign-in to ${product.appName}`,
    heading: 'New sign-in',
    paragraphs: [
      `Somebody, hopefully you, signed in with your account in a browser that was not used before: ${browser ?? 'an unknown browser'}, on ${timeFormat.format(at)} UTC.`,
      'You see all browsers that are signed in on the page Profile. You can sign each of them out there.',
      'If it was not you, also look there for passkeys and for a linked sign-in that you do not know.',
    ],
    page: 'profile',
    footnote: otherwiseReset(product),
  })
}

export function passkeyAddedEmail(product: Product, to: string, passkeyName: string): Email {
  return securityEmail(product, to, {
    kind: 'passkey-added',
    subject: `A passkey was added to your ${product.appName} account`,
    heading: 'A passkey was added',
    paragraphs: [`Your account has a new passkey: ${passkeyName}. It signs you in without your password.`],
    page: 'profile',
    footnote: `If it was not you, remove the passkey in your profile, and then reset your password: ${product.appUrl}/forgot-password`,
  })
}

export function passkeyRemovedEmail(product: Product, to: string, passkeyName: string): Email {
  return securityEmail(product, to, {
    kind: 'passkey-removed',
    subject: `A passkey was removed from your ${product.appName} account`,
    heading: 'A passkey was removed',
    paragraphs: [`This passkey no longer signs you in: ${passkeyName}.`],
    page: 'profile',
    footnote: otherwiseReset(product),
  })
}

export function keyCreatedEmail(
  product: Product,
  to: string,
  { name, maySwitch }: { name: string; maySwitch: boolean },
): Email {
  const use = maySwitch ? 'see your groups and change your availability' : 'see your groups'
  return securityEmail(product, to, {
    kind: 'key-created',
    subject: `A key was made for your ${product.appName} account`,
    heading: 'A key was made',
    paragraphs: [`Your account has a new key: ${name}. Whoever has the key can ${use}.`],
    page: 'profile',
    footnote: `If it was not you, revoke the key in your profile, and then reset your password: ${product.appUrl}/forgot-password`,
  })
}

export function linkedEmail(product: Product, to: string, provider: string): Email {
  return securityEmail(product, to, {
    kind: 'linked',
    subject: `Your ${product.appName} account was linked with ${provider}`,
    heading: 'Your account was linked',
    paragraphs: [`Your account was linked with ${provider}. Signing in there now also signs you in here.`],
    page: 'profile',
    footnote: `If it was not you, unlink it in your profile, and then reset your password: ${product.appUrl}/forgot-password`,
  })
}

export function unlinkedEmail(product: Product, to: string, provider: string): Email {
  return securityEmail(product, to, {
    kind: 'unlinked',
    subject: `Your ${product.appName} account is no longer linked with ${provider}`,
    heading: 'Your account was unlinked',
    paragraphs: [`Your account was unlinked from ${provider}.`],
    page: 'profile',
    footnote: otherwiseReset(product),
  })
}

export function passwordChangedEmail(product: Product, to: string, how: 'reset' | 'change' = 'reset'): Email {
  return securityEmail(product, to, {
    kind: 'password-changed',
    subject: `Your ${product.appName} password was changed`,
    heading: 'Your password was changed',
    paragraphs: [
      how === 'reset'
        ? 'You are signed out on every device. Sign in with the new password.'
        : 'You are signed out on every other device. Sign in there with the new password.',
    ],
    page: 'login',
    footnote: `If it was not you, reset your password now: ${product.appUrl}/forgot-password`,
  })
}

export function accountDeletedEmail(product: Product, to: string, by: 'user' | 'operator'): Email {
  return securityEmail(product, to, {
    kind: 'account-deleted',
    subject: `Your ${product.appName} account was deleted`,
    heading: 'Your account was deleted',
    paragraphs: [
      by === 'user'
        ? 'Your account was deleted in its profile, as somebody, hopefully you, asked. This cannot be undone.'
        : 'The operator of this site deleted your account. This cannot be undone.',
    ],
    page: null,
    footnote: 'If you did not expect this, ask whoever runs this site.',
  })
}

/** The email does not contain the link. The operator gives the link to the user in another way. */
export function operatorLinkEmail(product: Product, to: string): Email {
  return securityEmail(product, to, {
    kind: 'operator-link',
    subject: `A link was made for your ${product.appName} account`,
    heading: 'A link was made for you',
    paragraphs: [
      'The operator of this site made a link with which a new password can be chosen for your account.',
      'You get the link from the operator and not by email.',
    ],
    page: null,
    footnote: 'If you did not ask for it, ask the operator of this site.',
  })
}

const labels = { login: 'Sign in', profile: 'Open profile' } as const

function securityEmail(
  product: Product,
  to: string,
  content: Pick<
    Parameters<typeof renderEmail>[0],
    'kind' | 'subject' | 'heading' | 'paragraphs' | 'footnote'
  > & {
    page: keyof typeof labels | null
  },
): Email {
  const { page, ...texts } = content
  const actions = page ? [{ label: labels[page], url: `${product.appUrl}/${page}` }] : []
  return renderEmail({ to, ...texts, actions }, product)
}

function otherwiseReset({ appUrl }: Product): string {
  return `If it was not you, reset your password now. This also signs out every browser: ${appUrl}/forgot-password`
}
