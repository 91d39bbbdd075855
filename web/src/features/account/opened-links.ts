import { parseEmail } from '@grouplight/contract/account.ts'
import { withoutPunctuation } from '@grouplight/contract/link-punctuation.ts'
import { createStore, useStore } from '#ui/store.ts'

const key = 'invite-link'
const completeLength = 35
const emailCodeLength = 56

/** An invite link or the link of an invitation email. `isWanted` is true after a tap on a button of the page that asks to join. */
export type OpenedLink = { code: string; isWanted: boolean }

// The store keeps the links also if the session storage is forbidden or full.
const opened = createStore<readonly OpenedLink[]>(storedLinks())

/** The links that were opened in this tab and have not been used yet, the newest last. */
export const useOpenedLinks = () => useStore(opened)

/** The code of the newest link. */
export function openedCode(): string | undefined {
  return opened.get().at(-1)?.code
}

export function hasOtherWantedLink(code: string): boolean {
  return withoutLink(code).some(({ isWanted }) => isWanted)
}

/** Also adds the link, as the newest. */
export function keepLink(code: string, isWanted: boolean): void {
  save([...withoutLink(code), { code, isWanted }])
}

/** Must be called when the link is no longer needed: after joining or asking to join, or if the link does not work. */
export function forgetLink(code: string): void {
  save(withoutLink(code))
}

/** Returns the code of the invite link with this fragment, or undefined if a part of the code is missing. */
export function codeIn(fragment: string): string | undefined {
  const code = withoutPunctuation(fragment.slice(1))
  return code.length < completeLength ? undefined : code
}

/** Finds the code of a link in a pasted text, which may have words around the link. */
export function pastedCode(text: string): string | undefined {
  const [, code] = /(?:^|#)([0-9A-Za-z]{12}\.[\w-]{22,})/.exec(text.trim()) ?? []
  return code
}

export function isOfEmail(code: string): boolean {
  return code.length === emailCodeLength
}

/** A page for guests whose link is in an email gets a code or an address in the fragment of its own address. */
export function arrivingIn(fragment: string): { code?: string; email?: string } {
  // The sign-in provider also uses the fragment.
  if (fragment.includes('=')) return {}
  if (/@|%40/.test(fragment)) return { email: addressIn(fragment) }
  return { code: codeIn(fragment) }
}

function addressIn(fragment: string): string | undefined {
  try {
    return parseEmail(decodeURIComponent(fragment.slice(1))) ?? undefined
  } catch {
    return undefined
  }
}

function withoutLink(code: string): OpenedLink[] {
  return opened.get().filter(link => link.code !== code)
}

function save(links: readonly OpenedLink[]): void {
  opened.set(links)
  try {
    if (links.length > 0) sessionStorage.setItem(key, JSON.stringify(links))
    else sessionStorage.removeItem(key)
  } catch {
    // Storage is forbidden or full.
  }
}

function storedLinks(): OpenedLink[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]')
  } catch {
    return []
  }
}
