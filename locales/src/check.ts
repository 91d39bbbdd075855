// Checks all catalogues. Prints each mistake with its file and key, and then ends with the exit code 1. Texts that only wait for their
// translation are counted, and are no reason to fail.
import { readdirSync } from 'node:fs'
import { catalogueJson, catalogueName, features, folder, readCatalogue } from './catalogue.ts'
import { findMistakes, missing } from './find-mistakes.ts'
import { type Language, languageCodes, sourceLanguage, writtenLanguages } from './languages.ts'

for (const language of languageCodes) {
  for (const file of readdirSync(folder + language))
    if (!features.includes(file.replace(/\.json$/, '')))
      report(`locales/${language}/${file}: English has no such file.`)
  for (const feature of features) check(language, feature)
}

function check(language: Language, feature: string): void {
  const name = catalogueName(language, feature)
  const found = findMistakes(
    catalogueJson(language, feature),
    language,
    readCatalogue(sourceLanguage, feature),
  )
  const waiting = writtenLanguages.includes(language)
    ? []
    : found.filter(mistake => mistake.endsWith(missing))
  if (waiting.length > 0) console.log(`${name}: not translated: ${waiting.length}`)
  for (const mistake of found) if (!waiting.includes(mistake)) report(`${name}: ${mistake}`)
}

function report(mistake: string): void {
  console.error(mistake)
  process.exitCode = 1
}
