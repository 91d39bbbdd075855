import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

/** Adds the service worker to the build, with the list of what it keeps for a start without a network. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      // By then there is index.html, too.
      order: 'post',
      handler(_options, bundle) {
        const kept = Object.keys(bundle)
          .filter(name => /^assets\/.*\.(js|css)$/.test(name))
          .sort()
        const page = bundle['index.html'] as Rolldown.OutputAsset
        const content = [...kept, page.source].join()
        const version = createHash('sha256').update(content).digest('hex').slice(0, 12)
        const source = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8')
          .replace("'%VERSION%'", JSON.stringify(version))
          .replace("['%KEPT%']", JSON.stringify(kept.map(name => `/${name}`)))
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
      },
    },
  }
}
