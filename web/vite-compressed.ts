import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const leastBytes = 1_024

/** Writes Brotli and gzip copies of built scripts and style sheets of at least 1 KiB. The files of `public/` get no copies. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!/\.(js|css)$/.test(name)) continue
        const content = readFileSync(join(dir, name))
        if (content.length < leastBytes) continue
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content, { params }))
        writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }))
      }
    },
  }
}
