// Declares the types of all texts, from the catalogues: `messages.d.ts` for the server, `texts.d.ts` for the web app.
import { writeFileSync } from 'node:fs'
import { catalogueName, features, folder, readCatalogue } from './catalogue.ts'
import { languageCodes, sourceLanguage } from './languages.ts'
import { parseMessage, type ValueKind, valuesOf } from './message.ts'

const note = '// Made from the catalogues by src/declare.ts.\n'

const messages = features.map(feature => {
  const keys = Object.keys(readCatalogue(sourceLanguage, feature))
  const catalogues = languageCodes.map(
    language => [catalogueName(language, feature), readCatalogue(language, feature)] as const,
  )
  const lines = keys.map(key => {
    // One language may need plural forms where another needs none.
    const values = new Map<string, ValueKind>()
    for (const [file, catalogue] of catalogues)
      for (const [name, kind] of valuesOf(parseMessage(catalogue[key] ?? '', `${file}: ${key}: `)))
        if (kind === 'number' || !values.has(name)) values.set(name, kind)
    const fields = [...values].map(
      ([name, kind]) => `${name}: ${kind === 'number' ? 'number' : 'string | number'}`,
    )
    return `    ${JSON.stringify(key)}: ${fields.length > 0 ? `{ ${fields.join('; ')} }` : 'null'}\n`
  })
  return `  ${JSON.stringify(feature)}: {\n${lines.join('')}  }\n`
})

writeFileSync(
  `${folder}messages.d.ts`,
  `${note}/** The values of each message, or null for a message without values. */
export type Messages = {
${messages.join('')}}

export type Texts<Feature extends keyof Messages> = {
  readonly [Key in keyof Messages[Feature]]: Messages[Feature][Key] extends null
    ? string
    : (values: Messages[Feature][Key]) => string
}
`,
)

const modules = features.map(
  feature => `declare module 'texts:${feature}' {
  const texts: import('./messages.d.ts').Texts<'${feature}'>
  export default texts
}
`,
)

writeFileSync(`${folder}texts.d.ts`, `${note}${modules.join('')}`)
