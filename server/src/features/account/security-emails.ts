import { isolated } from '@grouplight/locales/src/direction.ts'
import {
  emailTexts,
  instantText,
  type KnownZone,
  type Recipient,
  todayText,
} from '#platform/mail/email-texts.ts'
import { type EmailContent, type Product, renderEmail } from '#platform/mail/layout.ts'
import type { Email } from '#platform/mail/queue-email.ts'
import { text } from '#platform/texts/text.ts'

/** `browser` is a result of `browserNameOf`. */
export function newBrowserEmail(
  product: Product,
  to: Recipient & KnownZone,
  { browser, at }: { browser: string | null; at: Date },
): Email {
  const { language } = to
  const t = emailTexts(language)
  const [, name = '', system = ''] = /^(.*) \((.*)\)$/.exec(browser ?? '') ?? []
  const where = name
    ? text(language, 'profile', 'passkeyOn', { browser: isolated(name), system: isolated(system) })
    : (browser ?? text(language, 'profile', 'someBrowser'))
  return securityEmail(product, to, {
    kind: 'new-browser',
    subject: t('newBrowser.subject', { browser: where, time: todayText(at, to) }),
    heading: t('newBrowser.heading'),
    paragraphs: [
      t('newBrowser.body', { browser: where, time: instantText(at, to), app: product.appName }),
      t('newBrowser.ifYou'),
      t('newBrowser.ifNot'),
    ],
    page: 'profile',
    smallPrint: t('resetSignsOut'),
  })
}

export function passkeyAddedEmail(product: Product, to: Recipient, passkey: string): Email {
  const t = emailTexts(to.language)
  return securityEmail(product, to, {
    kind: 'passkey-added',
    subject: t('passkeyAdded.subject', { app: product.appName }),
    heading: t('passkeyAdded.heading'),
    paragraphs: [t('passkeyAdded.body', { passkey: isolated(passkey) })],
    page: 'profile',
    smallPrint: t('passkeyAdded.smallPrint'),
  })
}

export function passkeyRemovedEmail(product: Product, to: Recipient, passkey: string): Email {
  const t = emailTexts(to.language)
  return securityEmail(product, to, {
    kind: 'passkey-removed',
    subject: t('passkeyRemoved.subject', { app: product.appName }),
    heading: t('passkeyRemoved.heading'),
    paragraphs: [t('passkeyRemoved.body', { passkey: isolated(passkey) })],
    page: 'profile',
    smallPrint: t('resetSignsOut'),
  })
}

export function keyCreatedEmail(
  product: Product,
  to: Recipient,
  { name, maySwitch, mayAsk }: { name: string; maySwitch: boolean; mayAsk: boolean },
): Email {
  const t = emailTexts(to.language)
  const key = isolated(name)
  return securityEmail(product, to, {
    kind: 'key-created',
    subject: t('keyCreated.subject', { app: product.appName }),
    heading: t('keyCreated.heading'),
    paragraphs: [
      maySwitch ? t('keyCreated.maySwitch', { key }) : t('keyCreated.maySee', { key }),
      ...(mayAsk ? [t('keyCreated.mayAsk')] : []),
    ],
    page: 'profile',
    smallPrint: t('keyCreated.smallPrint'),
  })
}

export function linkedEmail(product: Product, to: Recipient, provider: string): Email {
  const t = emailTexts(to.language)
  return securityEmail(product, to, {
    kind: 'linked',
    subject: t('linked.subject', { app: product.appName, provider }),
    heading: t('linked.heading'),
    paragraphs: [t('linked.body', { provider: isolated(provider) })],
    page: 'profile',
    smallPrint: t('linked.smallPrint'),
  })
}

export function unlinkedEmail(product: Product, to: Recipient, provider: string): Email {
  const t = emailTexts(to.language)
  return securityEmail(product, to, {
    kind: 'unlinked',
    subject: t('unlinked.subject', { app: product.appName, provider }),
    heading: t('unlinked.heading'),
    paragraphs: [t('unlinked.body', { provider: isolated(provider) })],
    page: 'profile',
    smallPrint: t('resetSignsOut'),
  })
}

export function passwordChangedEmail(
  product: Product,
  to: Recipient,
  how: 'reset' | 'change' = 'reset',
): Email {
  const t = emailTexts(to.language)
  return securityEmail(product, to, {
    kind: 'password-changed',
    subject: t('passwordChanged.subject', { app: product.appName }),
    heading: t('passwordChanged.heading'),
    paragraphs: [how === 'reset' ? t('passwordChanged.byReset') : t('passwordChanged.byChange')],
    page: 'login',
    smallPrint: t('passwordChanged.smallPrint'),
  })
}

export function accountDeletedEmail(product: Product, to: Recipient, by: 'user' | 'operator'): Email {
  const t = emailTexts(to.language)
  return securityEmail(product, to, {
    kind: 'account-deleted',
    subject: t('accountDeleted.subject', { app: product.appName }),
    heading: t('accountDeleted.heading'),
    paragraphs: [by === 'user' ? t('accountDeleted.byUser') : t('accountDeleted.byOperator')],
    page: null,
    smallPrint: t('accountDeleted.smallPrint'),
  })
}

/** The email does not contain the link. The operator gives the link to the user in another way. */
export function operatorLinkEmail(product: Product, to: Recipient): Email {
  const t = emailTexts(to.language)
  return securityEmail(product, to, {
    kind: 'operator-link',
    subject: t('operatorLink.subject', { app: product.appName }),
    heading: t('operatorLink.heading'),
    paragraphs: [t('operatorLink.body')],
    page: null,
    smallPrint: t('operatorLink.smallPrint'),
  })
}

/** If the email leads to a page, its small print advises to reset the password. */
function securityEmail(
  product: Product,
  { email, language }: Recipient,
  content: Pick<EmailContent, 'kind' | 'subject' | 'heading' | 'paragraphs' | 'smallPrint'> & {
    page: 'login' | 'profile' | null
  },
): Email {
  const { page, ...texts } = content
  const t = emailTexts(language)
  const links = page && {
    actions: [{ label: page === 'login' ? t('signIn') : t('openProfile'), url: `${product.appUrl}/${page}` }],
    smallLink: { label: t('resetPassword'), url: `${product.appUrl}/forgot-password` },
  }
  return renderEmail({ to: email, language, actions: [], ...texts, ...links }, product)
}
