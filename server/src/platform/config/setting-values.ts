import { z } from 'zod'

/** One of these words, in upper or lower case. */
export function word<const Words extends string[]>(...words: Words) {
  return z
    .string()
    .transform(text => text.toLowerCase())
    .pipe(z.enum(words))
}

export const onOrOff = word('on', 'off').transform(text => text === 'on')

/** The address of a server, with a user and a password if the server needs them. */
export function url(...protocols: string[]) {
  return z.string().transform((text, context) => {
    const fault = faultOf(text, protocols)
    if (fault === null) return text
    context.addIssue({ code: 'custom', message: `an address that starts with ${namesOf(protocols)}${fault}` })
    return z.NEVER
  })
}

/** Returns null if the address can be used, or how the sentence about it ends. */
function faultOf(text: string, protocols: string[]): string | null {
  if (!protocols.some(protocol => text.toLowerCase().startsWith(`${protocol}//`))) return ''
  if (/^[^/]*\/\/([^/?#]*@)?[^/?#@]*,/.test(text)) return oneHost
  if (!URL.canParse(text)) return /\/\/.*[#/?[\]].*@/s.test(text) ? encode : ''
  const { username, password, pathname, search, hash } = new URL(text)
  // An unencoded `#`, `/` or `?` ends the host, so that the rest of the password and the host are elsewhere.
  const isCutOff = `${pathname}${hash}${username ? '' : search}`.includes('@')
  if (isCutOff || !canDecode(username) || !canDecode(password)) return encode
  return null
}

const oneHost = ' and has one host. For several servers, name an address that always leads to the primary'
const encode = '; encode special characters of the password (# is %23)'

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function namesOf(protocols: string[]): string {
  return protocols.map(protocol => `${protocol}//`).join(' or ')
}
