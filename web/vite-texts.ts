import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { catalogueFile, readCatalogue } from '@grouplight/locales/src/catalogue.ts'
import { compile } from '@grouplight/locales/src/compile.ts'
import { type Language, languageCodes, sourceLanguage } from '@grouplight/locales/src/languages.ts'
import type { Plugin, RenderBuiltAssetUrl } from 'vite'

const prefix = 'texts:'
const inBundle = /__TEXTS__\([`"]([\w-]+)[`"],[`"]\w+[`"]\)/g

/**
 * Returns how a built file loads another one: from the folder of its own language. In a page, the server fills in the language. So no
 * code in the browser chooses between languages.
 */
export const renderBuiltUrl: RenderBuiltAssetUrl = (file, { hostType }) => {
  if (hostType === 'js') return { relative: true }
  return hostType === 'html' ? inLanguage(file) : `/${file}`
}

export function inLanguage(file: string): string {
  return `/${file.replace(/^assets\//, 'assets/%LANGUAGE%/')}`
}

/**
 * Provides the modules `texts:…`, which have the texts of one feature. The build writes each chunk with texts once for each language, into
 * a folder of that language, and the English ones beside these folders. In development and in tests, the language is English, or the one
 * in DEV_LANGUAGE.
 */
export function texts(): Plugin {
  let isBuild = false
  return {
    name: 'texts',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    resolveId: id => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null
      const feature = id.slice(prefix.length + 1)
      const catalogues = languageCodes.map(language => readCatalogue(language, feature))
      for (const language of languageCodes) this.addWatchFile(catalogueFile(language, feature))
      if (!isBuild)
        return `export default ${compiled((process.env.DEV_LANGUAGE ?? 'en') as Language, feature)}`
      // The name of the file contains a hash of its content. With this hash of the texts, it changes when a translation changes.
      const hash = createHash('sha256').update(JSON.stringify(catalogues)).digest('hex').slice(0, 12)
      return `export default __TEXTS__("${feature}","${hash}")`
    },
    generateBundle: {
      // Must run before the plugins that list all files.
      order: 'pre',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || chunk.code.search(inBundle) < 0) continue
          for (const language of languageCodes)
            if (language !== sourceLanguage)
              this.emitFile({
                type: 'asset',
                fileName: `assets/${language}/${basename(chunk.fileName)}`,
                source: withTexts(chunk.code, language),
              })
          chunk.code = withTexts(chunk.code, sourceLanguage)
        }
      },
    },
  }
}

function withTexts(code: string, language: Language): string {
  return code.replace(inBundle, (_, feature: string) => compiled(language, feature))
}

function compiled(language: Language, feature: string): string {
  return compile(readCatalogue(language, feature), language)
}
