import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      // Must run after index.html has been generated.
      order: 'post',
      handler(_options, bundle) {
        const assets = Object.keys(bundle)
          .filter(name => /^assets\/.*\.(js|css)$/.test(name))
          .sort()
        const page = bundle['index.html'] as Rolldown.OutputAsset
        const content = [...assets, page.source].join()
        const version = createHash('sha256').update(content).digest('hex').slice(0, 12)
        const source = ['service-worker.js', 'service-worker-push.js']
          .map(name => readFileSync(new URL(name, import.meta.url), 'utf8'))
          .join('\n')
          .replace("'%VERSION%'", JSON.stringify(version))
          .replace("['%ASSETS%']", JSON.stringify(assets.map(name => `/${name}`)))
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
      },
    },
  }
}
