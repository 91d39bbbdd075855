export const languages = { en: 'English', de: 'Deutsch', ar: 'العربية' }
export type Language = keyof typeof languages

const key = 'language'
const justChosenKey = 'language-just-chosen'

/** Returns the language chosen in this browser. Null means the browser's preferred language. */
export function chosenLanguage(): Language | null {
  try {
    return supportedLanguage(localStorage.getItem(key))
  } catch {
    // Storage is forbidden, so nothing was saved.
    return null
  }
}

/** Reloads the page in the chosen language. Null means the browser's preferred language. */
export function chooseLanguage(language: Language | null): void {
  try {
    if (language) localStorage.setItem(key, language)
    else localStorage.removeItem(key)
    sessionStorage.setItem(justChosenKey, 'yes')
  } catch {
    // Storage is forbidden, so the page keeps the language of the browser.
    return
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

/** The language of this page. It does not change until the page is reloaded. */
export const language: Language =
  typeof document === 'undefined' ? 'en' : (chosenLanguage() ?? preferredLanguage())

export const direction = language === 'ar' ? 'rtl' : 'ltr'

/** The locale for dates and times: the browser's first locale in the page's language. Unlike the language, it may name a region. */
export const locale =
  typeof document === 'undefined'
    ? undefined
    : (navigator.languages.find(locale => supportedLanguage(locale) === language) ?? language)

function preferredLanguage(): Language {
  return navigator.languages.map(supportedLanguage).find(language => language !== null) ?? 'en'
}

function supportedLanguage(locale: string | null): Language | null {
  const language = locale?.split('-')[0] as Language
  return Object.hasOwn(languages, language) ? language : null
}
