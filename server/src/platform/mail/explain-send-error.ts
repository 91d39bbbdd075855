export type SendError = Partial<
  Record<'message' | 'response' | 'command' | 'code' | 'originalCode' | 'name', string>
> & { responseCode?: number }

/**
 * Returns whether the mail server refuses this email for ever, whatever the settings are. `advice` says to the operator what the mail
 * server dislikes and which setting changes it.
 */
export function explainSendError(error: unknown): { isRefused: boolean; advice: string | null } {
  const { name, message = '', response, ...others } = error as SendError
  const failed = {
    ...others,
    ...(name !== undefined && { name }),
    ...(response !== undefined && { response: withoutAddresses(asReason(response)) }),
    message: withoutAddresses(asReason(message)),
  }
  const { responseCode = 0, command = '' } = failed
  const isPermanent = responseCode >= 500 && responseCode <= 599
  const cause = causes.find(({ fits }) => fits(failed))
  if (cause) return { isRefused: false, advice: cause.advice }
  if (!isPermanent) return { isRefused: false, advice: null }
  if (['RCPT TO', 'DATA'].includes(command)) return { isRefused: true, advice: null }
  return { isRefused: false, advice: 'the mail server refuses this server, see SMTP_URL and MAIL_FROM' }
}

type Cause = { fits(error: SendError): boolean; advice: string }

// An address may contain these words, too.
const aboutName = /(?<![@<.\w])(?:helo|ehlo)\b(?!@)|fully-qualified hostname/i

const causes: Cause[] = [
  {
    // Servers may refuse the name only when they hear of the sender or the recipient. Then the recipient is not at fault.
    fits: ({ command = '', response = '', responseCode }) =>
      (['EHLO', 'HELO'].includes(command) && responseCode !== 421) || aboutName.test(response),
    advice:
      'the mail server does not accept the name by which this server greets it: set EHLO_NAME to a name of this server that the DNS knows',
  },
  {
    // A server may also answer RCPT TO with such a code (RFC 4954, section 6). Such an answer does not refuse the recipient.
    fits: ({ code, responseCode = 0 }) => code === 'EAUTH' || [530, 534, 535, 538].includes(responseCode),
    advice: 'the mail server refuses the login, or wants one: see the user and the password in SMTP_URL',
  },
  {
    fits: ({ message = '', originalCode = '', responseCode }) =>
      (responseCode === undefined && /certificate|altnames/i.test(message)) ||
      /CERT|ALTNAME|VERIFY/.test(originalCode),
    advice:
      'the certificate of the mail server cannot be trusted: name the file of its authority in NODE_EXTRA_CA_CERTS, use the name of the certificate in SMTP_URL, or set SMTP_TLS=opportunistic',
  },
  {
    fits: ({ originalCode = '' }) => /WRONG_VERSION_NUMBER|PACKET_LENGTH/.test(originalCode),
    advice:
      'this port of the mail server does not speak TLS: write smtp:// in SMTP_URL, or another port; if it says smtp:// already, set SMTP_TLS=off, which is possible without a password or on this machine',
  },
  {
    fits: ({ code, command, response }) =>
      code === 'ETLS' && command === 'STARTTLS' && response !== undefined,
    advice:
      'the mail server offers no TLS on this port, but SMTP_TLS or a password to another machine needs it: see SMTP_URL and SMTP_TLS',
  },
  {
    fits: ({ message = '', code, originalCode = '' }) =>
      code === 'ETLS' || /SSL|TLS/.test(originalCode) || message.includes('TLS handshake'),
    advice:
      'TLS with the mail server fails: repair its TLS, or set SMTP_TLS=off, which is possible without a password or on this machine',
  },
  {
    fits: ({ message = '' }) => /Greeting never received/.test(message),
    advice:
      'the mail server sends no greeting: see the host and the port in SMTP_URL; port 465 usually needs smtps://',
  },
  {
    fits: ({ name, message = '', responseCode }) =>
      name === 'AbortError' || (responseCode === undefined && message.includes('aborted')),
    advice: 'the mail server takes too long to answer: see the host and the port in SMTP_URL',
  },
  {
    fits: ({ code = '', command = 'CONN', responseCode }) =>
      ['EDNS', 'ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'EPROTOCOL'].includes(code) &&
      command === 'CONN' &&
      !responseCode,
    advice:
      'the mail server cannot be reached, is silent or ends the connection: see the host and the port in SMTP_URL',
  },
  {
    fits: ({ command, responseCode = 0 }) => command === 'MAIL FROM' && responseCode >= 500,
    advice: 'the mail server refuses the sender: see MAIL_FROM, and the user in SMTP_URL',
  },
]

const longestReason = 500

/** Returns one line. A mail server may answer with many lines, and with characters that PostgreSQL cannot store or that change a terminal. */
export function asReason(text: string): string {
  return text
    .slice(0, 10_000)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, longestReason)
    .toWellFormed()
}

/**
 * Mail servers often repeat the address of the recipient, which must not be logged and may contain any words. `text` must be short, because
 * the pattern takes too much time for a very long one.
 */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"']+@[^\s<>"']+/g, '…')
}
