import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readCatalogue } from '@grouplight/locales/src/catalogue.ts'
import { languageCodes } from '@grouplight/locales/src/languages.ts'
import type { Plugin, Rolldown } from 'vite'
import { inLanguage } from './vite-texts.ts'

/** Writes a service worker for each language, which caches the files of this language. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      // Must run after index.html has been generated.
      order: 'post',
      handler(_options, bundle) {
        const assets = Object.keys(bundle)
          .filter(name => /^assets\/[^/]*\.(js|css)$/.test(name))
          .sort()
        const page = bundle['index.html'] as Rolldown.OutputAsset
        const template = ['service-worker.js', 'service-worker-push.js']
          .map(name => readFileSync(new URL(name, import.meta.url), 'utf8'))
          .join('\n')
        for (const language of languageCodes) {
          const paths = assets.map(name => inLanguage(name).replace('%LANGUAGE%', language))
          const texts = JSON.stringify(readCatalogue(language, 'service-worker'))
          const content = [...paths, page.source, texts].join()
          const version = createHash('sha256').update(content).digest('hex').slice(0, 12)
          const source = template
            .replace("'%VERSION%'", JSON.stringify(version))
            .replace("['%ASSETS%']", JSON.stringify(paths))
            .replace("'%TEXTS%'", texts)
          this.emitFile({ type: 'asset', fileName: `service-worker/${language}.js`, source })
        }
      },
    },
  }
}
