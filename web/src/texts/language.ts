import type { Language } from '@grouplight/locales/src/languages.ts'

const justChosenKey = 'language-just-chosen'

const page = typeof document === 'undefined' ? { lang: 'en', dataset: undefined } : document.documentElement

/** The language of this page. The server has chosen it, and it does not change until the page is reloaded. */
const language = page.lang as Language

/** The locale for dates and times: the browser's first locale in the page's language. Unlike the language, it may name a region. */
export const locale =
  typeof document === 'undefined'
    ? undefined
    : (navigator.languages.find(locale => baseOf(locale) === baseOf(language)) ?? language)

/** The language chosen in this browser. Null means the browser's preferred language. */
export const chosenLanguage = (page.dataset?.chosenLanguage || null) as Language | null

/** Reloads the page in the language that was just chosen. */
export function reloadInLanguage(): void {
  try {
    sessionStorage.setItem(justChosenKey, 'yes')
  } catch {
    // Storage is forbidden. Only the focus is lost.
  }
  location.reload()
}

/** Returns whether the page was reloaded because the user chose a language. Further calls return false. */
export function wasJustChosen(): boolean {
  try {
    const isJustChosen = sessionStorage.getItem(justChosenKey) !== null
    sessionStorage.removeItem(justChosenKey)
    return isJustChosen
  } catch {
    return false
  }
}

function baseOf(locale: string): string {
  return locale.split('-')[0] ?? ''
}
