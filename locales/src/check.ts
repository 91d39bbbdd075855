// Checks all catalogues. Prints each mistake with its file and key, and then ends with the exit code 1. A text that only waits for its
// translation is printed, too, and is no reason to fail.
import { readdirSync } from 'node:fs'
import { catalogueJson, catalogueName, features, folder, readCatalogue } from './catalogue.ts'
import { findMistakes, missing } from './find-mistakes.ts'
import { type Language, languageCodes, sourceLanguage, writtenLanguages } from './languages.ts'

const found = languageCodes.flatMap(language => [
  ...readdirSync(folder + language)
    .filter(file => !features.includes(file.replace(/\.json$/, '')))
    .map(file => ({ language, mistake: `locales/${language}/${file}: English has no such file.` })),
  ...features.flatMap(feature =>
    findMistakes(catalogueJson(language, feature), language, readCatalogue(sourceLanguage, feature)).map(
      mistake => ({ language, mistake: `${catalogueName(language, feature)}: ${mistake}` }),
    ),
  ),
])
const isUntranslated = ({ language, mistake }: { language: Language; mistake: string }) =>
  !writtenLanguages.includes(language) && mistake.endsWith(missing)
const mistakes = found.filter(one => !isUntranslated(one))

for (const { mistake } of found) console.error(mistake)
if (found.length > mistakes.length)
  console.error(`${found.length - mistakes.length} texts are not translated yet.`)
if (mistakes.length > 0) process.exit(1)
