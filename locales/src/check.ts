// Checks all catalogues. Prints each mistake with its file and key, and then ends with the exit code 1.
import { readdirSync, readFileSync } from 'node:fs'
import { catalogueFile, catalogueName, features, folder, readCatalogue } from './catalogue.ts'
import { findMistakes } from './find-mistakes.ts'
import { languageCodes, sourceLanguage } from './languages.ts'

const mistakes = languageCodes.flatMap(language => [
  ...readdirSync(folder + language)
    .filter(file => !features.includes(file.replace(/\.json$/, '')))
    .map(file => `locales/${language}/${file}: English has no such file.`),
  ...features.flatMap(feature =>
    findMistakes(readJson(language, feature), language, readCatalogue(sourceLanguage, feature)).map(
      mistake => `${catalogueName(language, feature)}: ${mistake}`,
    ),
  ),
])

for (const mistake of mistakes) console.error(mistake)
if (mistakes.length > 0) process.exit(1)

function readJson(language: string, feature: string): string {
  try {
    return readFileSync(catalogueFile(language, feature), 'utf8')
  } catch {
    // Every text of the file is then missing.
    return '{}'
  }
}
