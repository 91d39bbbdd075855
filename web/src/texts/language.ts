/** The languages there are, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch', ar: 'العربية' }
export type Language = keyof typeof languages

const key = 'language'
const justChosenKey = 'language-just-chosen'

/** What was chosen in this browser; null: as the browser wishes. */
export function chosenLanguage(): Language | null {
  try {
    return known(localStorage.getItem(key))
  } catch {
    // A browser that forbids storage follows its own wish.
    return null
  }
}

/** Keeps the choice and begins anew in that language. */
export function chooseLanguage(language: Language | null): void {
  if (language) localStorage.setItem(key, language)
  else localStorage.removeItem(key)
  sessionStorage.setItem(justChosenKey, 'yes')
  location.reload()
}

/** Whether the page was loaded again for a choice just made. True once. */
export function wasJustChosen(): boolean {
  try {
    const was = sessionStorage.getItem(justChosenKey) !== null
    sessionStorage.removeItem(justChosenKey)
    return was
  } catch {
    return false
  }
}

/** The language of this page: it stays the same until it is loaded again. */
export const language: Language =
  typeof document === 'undefined' ? 'en' : (chosenLanguage() ?? wishedLanguage())

export const direction = language === 'ar' ? 'rtl' : 'ltr'

/** For dates and times: the browser's own region, where it speaks the same language. */
export const locale =
  typeof document === 'undefined'
    ? undefined
    : (navigator.languages.find(wish => known(wish) === language) ?? language)

function wishedLanguage(): Language {
  return navigator.languages.map(known).find(wish => wish !== null) ?? 'en'
}

function known(wish: string | null): Language | null {
  const language = wish?.split('-')[0] as Language
  return language in languages ? language : null
}
