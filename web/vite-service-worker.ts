import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** Adds the service worker to the build, with the list of what it keeps for a start without a network. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      const kept = Object.keys(bundle)
        .filter(name => /^assets\/.*\.(js|css)$/.test(name))
        .sort()
      const version = createHash('sha256').update(kept.join()).digest('hex').slice(0, 12)
      const source = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8')
        .replace("'%VERSION%'", JSON.stringify(version))
        .replace("['%KEPT%']", JSON.stringify(kept.map(name => `/${name}`)))
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
    },
  }
}
