import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { boardPage } from './vite-board-page.ts'
import { compressed } from './vite-compressed.ts'
import { firstPaint } from './vite-first-paint.ts'
import { hints } from './vite-hints.ts'
import { serviceWorker } from './vite-service-worker.ts'
import { withoutSummaries } from './vite-without-summaries.ts'

const signedInChunk = 'src/app/signed-in-chunk.ts'
// The first page does not need these parts of the contract. Only pages in other languages than English need 'translations'.
const loadedLater =
  'account-export|board|browser-kind|device|hook|invitation-block|invite-link|kept-data|key|passkey|provider|question|ringing-settings|session|translations|watch|weekly-times'
const vendor = new RegExp(`node_modules/(react-router|@tanstack|zod)/|contract/src/(?!${loadedLater})`)
const isZodSetting = only('src/api/zod-without-eval.ts')
const server = `http://localhost:${process.env.API_PORT ?? 3000}`

export default defineConfig({
  plugins: [
    react(),
    withoutSummaries(),
    firstPaint(),
    serviceWorker(),
    hints({
      '/dashboard': [signedInChunk],
      '/groups/create': [signedInChunk, 'src/pages/create-group-page.tsx'],
      '/groups/': [signedInChunk, 'src/pages/group-page.tsx'],
    }),
    compressed(),
    boardPage(),
  ],
  build: {
    target: 'es2023',
    // The content security policy allows no scripts, styles or fonts in `data:` URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The build makes few files, because on a phone the round trip for a file takes longer than its transfer. Each group
        // contains its modules and all their imports, except imports that are in groups of higher priority. While 'signed-out'
        // loads, it awaits the texts of the page's language. If these texts imported 'signed-out', neither could be loaded. So
        // the modules that both import are in 'vendor'.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
            { name: 'vendor', test: id => vendor.test(id) || isZodSetting(id), priority: 3 },
            { name: 'signed-out', test: only('src/main.tsx'), priority: 2 },
            { name: 'signed-in', test: only(signedInChunk), priority: 1 },
            {
              name: 'group-parts',
              test: /src\/(board\/since-text|group\/group-details|ui\/use-lost-focus)\.ts$/,
              priority: 0,
            },
            { name: 'list-parts', test: /src\/ui\/(relative-time|empty-list|link-button)\./, priority: 0 },
            {
              name: 'rows',
              test: /src\/ui\/(section\.module\.css|switch-row\.|choices\.|copy-field\.|count-field\.|list-item\.)/,
              priority: 0,
            },
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

/** Returns a predicate for one source file below web/. Throws if the file does not exist, so that a renaming is noticed. */
function only(file: string): (id: string) => boolean {
  const path = realpathSync(join(import.meta.dirname, file))
  return id => id === path
}
