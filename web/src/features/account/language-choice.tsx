import profileTexts from 'texts:profile'
import { setLanguage } from '@grouplight/contract/account.ts'
import { type Language, languages } from '@grouplight/locales/src/languages.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { chosenLanguage, reloadInLanguage, wasJustChosen } from '#texts/language.ts'
import { SelectField } from '#ui/field.tsx'

export function LanguageChoice() {
  const choosing = useMutation({
    mutationFn: (language: Language | null) => call(setLanguage, { body: { language } }),
    onSuccess: reloadInLanguage,
  })
  return (
    <SelectField
      label={profileTexts.language}
      ref={keepFocus}
      defaultValue={chosenLanguage ?? ''}
      error={choosing.error && problemText(choosing.error)}
      onChange={event => choosing.mutate((event.target.value || null) as Language | null)}
    >
      <option value="">{profileTexts.system}</option>
      {Object.entries(languages).map(([language, name]) => (
        <option key={language} value={language} lang={language}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

// A choice reloads the page in the new language. After the reload the field gets the focus, so that the user can go on choosing
// with the arrow keys.
function keepFocus(select: HTMLSelectElement | null): void {
  if (select && wasJustChosen()) select.focus()
}
