import type { Language } from '@grouplight/locales/src/languages.ts'
import * as account from '#features/account/emails.ts'
import * as security from '#features/account/security-emails.ts'
import { callEmail } from '#features/call/mail-asked.ts'
import { takeOverEmail } from '#features/group/admins/take-over-email.ts'
import { invitationEmail } from '#features/invitation/invitation-email.ts'
import { testEmail } from '#operator/send-test-email.ts'
import type { Email } from '#platform/mail/queue-email.ts'

const product = {
  ...{ appName: 'Grouplight', appUrl: 'https://lights.example.org', registration: 'open' as const },
  linksIn: () => [],
}
const at = new Date('2030-12-05T14:40:00Z')

const links = [
  { label: 'Imprint', url: 'https://club.example/imprint' },
  { label: 'Contact', url: 'https://club.example/contact' },
]

/** Returns every email that the product sends in a language. `name` is the name of everything that users and operators name. */
export function allEmails(language: Language, name?: string): Email[] {
  const email = 'ben@example.org'
  const to = { email, language, timeZone: 'Europe/Berlin' }
  const code = 'V1StGXR8Z5jdHi6BmyT'
  const passkey = name ?? 'iPhone'
  const provider = name ?? 'Club Login'
  const key = name ?? 'Desk lamp'
  const browser = 'Chrome (Windows)'
  const invitation = {
    ...{ email, expiresAt: at },
    message: name ?? 'Do come on Thursday!\nWe are one short.',
  }
  const inviter = { displayName: name ?? 'Marta Weber', language }
  const groupName = name ?? 'Fire Brigade Oberdorf'
  const invited = {
    ...{ invitation, inviter, groupName, code },
    stopUrl: `${product.appUrl}/do-not-invite?token=${code}`,
  }
  const called = {
    ...{ asker: inviter.displayName, group: { id: code, name: groupName } },
    call: { id: code, text: name ?? 'Can somebody take over from me?' },
    stop: `${product.appUrl}/no-call-emails?token=${code}`,
  }
  const withoutWords = { ...invited, invitation: { ...invitation, message: '' } }
  return [
    invitationEmail(product, { ...invited, account: to }),
    invitationEmail(product, { ...invited, account: undefined }),
    invitationEmail({ ...product, registration: 'closed' }, { ...withoutWords, account: undefined }),
    takeOverEmail(product, to, { group: { id: 'AbCdEfGh1234', name: groupName }, user: inviter, until: at }),
    account.verificationEmail(product, to, code),
    account.alreadyRegisteredEmail(product, to),
    account.signUpRefusedEmail(product, to, 'sign-up-closed'),
    account.signUpRefusedEmail(product, to, 'domain-not-allowed'),
    account.passwordResetEmail(product, to, code),
    security.newBrowserEmail(product, to, { browser, at }),
    security.newBrowserEmail(product, { ...to, timeZone: null }, { browser: null, at }),
    security.passkeyAddedEmail(product, to, passkey),
    security.passkeyRemovedEmail(product, to, passkey),
    security.keyCreatedEmail(product, to, { name: key, maySwitch: true, mayAsk: true }),
    security.keyCreatedEmail(product, to, { name: key, maySwitch: false, mayAsk: false }),
    security.linkedEmail(product, to, provider),
    security.unlinkedEmail(product, to, provider),
    security.passwordChangedEmail(product, to, 'reset'),
    security.passwordChangedEmail(product, to, 'change'),
    security.accountDeletedEmail(product, to, 'user'),
    security.accountDeletedEmail(product, to, 'operator'),
    security.operatorLinkEmail(product, to),
    callEmail(product, to, called),
    testEmail(product, to),
    testEmail({ ...product, linksIn: () => links }, to),
  ]
}
