import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './vite-compressed.ts'
import { firstPaint } from './vite-first-paint.ts'
import { hints } from './vite-hints.ts'
import { serviceWorker } from './vite-service-worker.ts'

const signedInChunk = 'src/app/signed-in-chunk.ts'
const vendor = /node_modules\/(react-router|@tanstack|zod|date-fns\/locale\/_lib)\/|contract\/src\//
const isZodSetting = only('src/api/zod-without-eval.ts')
const server = `http://localhost:${process.env.API_PORT ?? 3000}`

export default defineConfig({
  plugins: [
    react(),
    firstPaint(),
    serviceWorker(),
    hints({
      '/dashboard': [signedInChunk],
      '/groups/create': [signedInChunk, 'src/pages/create-group-page.tsx'],
      '/groups/': [signedInChunk, 'src/pages/group-page.tsx'],
    }),
    compressed(),
  ],
  build: {
    target: 'es2023',
    // Everything is a file of its own: the content security policy allows no data: scripts, styles or images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few files: on a phone each costs more by its round trip than by its size. Each group takes its modules and all
        // that they import. The texts of a language must not depend on 'signed-out', which waits for them.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
            { name: 'vendor', test: id => vendor.test(id) || isZodSetting(id), priority: 3 },
            { name: 'signed-out', test: only('src/main.tsx'), priority: 2 },
            { name: 'signed-in', test: only(signedInChunk), priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/functions': server,
      '/mailbox': server,
    },
  },
})

/** Matches one source file; throws when it does not exist, so that a renamed one is noticed. */
function only(file: string): (id: string) => boolean {
  const path = realpathSync(join(import.meta.dirname, file))
  return id => id === path
}
