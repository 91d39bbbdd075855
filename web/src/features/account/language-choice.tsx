import { chooseLanguage, chosenLanguage, type Language, languages, wasJustChosen } from '#texts/language.ts'
import { profileTexts } from '#texts/profile/profile-texts.ts'
import { SelectField } from '#ui/field.tsx'

export function LanguageChoice() {
  return (
    <SelectField
      label={profileTexts.language}
      ref={keepFocus}
      defaultValue={chosenLanguage() ?? ''}
      onChange={event => chooseLanguage((event.target.value || null) as Language | null)}
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
