import { chooseLanguage, chosenLanguage, type Language, languages, wasJustChosen } from '#texts/language.ts'
import { t } from '#texts/texts.ts'
import { SelectField } from '#ui/select-field.tsx'

/** One of the languages, or as the browser wishes; kept in this browser. */
export function LanguageChoice() {
  return (
    <SelectField
      label={t.account.language}
      ref={keepFocus}
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

// Arrow keys choose without opening the list: the page that comes in the chosen language goes on where they were pressed.
function keepFocus(select: HTMLSelectElement | null): void {
  if (select && wasJustChosen()) select.focus()
}
