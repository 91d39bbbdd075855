import { chooseLanguage, chosenLanguage, type Language, languages } from '#texts/language.ts'
import { t } from '#texts/texts.ts'
import { SelectField } from '#ui/select-field.tsx'

/** One of the languages, or as the browser wishes; kept in this browser. */
export function LanguageChoice() {
  return (
    <SelectField
      label={t.account.language}
      defaultValue={chosenLanguage() ?? ''}
      onChange={event => chooseLanguage((event.target.value || null) as Language | null)}
    >
      <option value="">{t.account.system}</option>
      {Object.entries(languages).map(([language, name]) => (
        <option key={language} value={language} lang={language}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
