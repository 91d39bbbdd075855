import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './vite-compressed.ts'
import { firstPaint } from './vite-first-paint.ts'
import { hints } from './vite-hints.ts'
import { serviceWorker } from './vite-service-worker.ts'

const server = `http://localhost:${process.env.API_PORT ?? 3000}`

export default defineConfig({
  plugins: [
    react(),
    firstPaint(),
    serviceWorker(),
    hints({
      '/dashboard': ['src/app/inside.ts'],
      '/groups/': ['src/app/inside.ts', 'src/pages/group-page.tsx'],
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
        // Few files: on a phone each costs more by its journey than by its size. Each is a first part and all that it
        // imports. What a language needs must not be in 'outside', which waits for the language.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
            {
              name: 'vendor',
              test: /node_modules\/(react-router|@tanstack|zod)\/|contract\/src\/|zod-without-eval|date-fns\/locale\/_lib\//,
              priority: 3,
            },
            { name: 'outside', test: /web\/src\/main\.tsx/, priority: 2 },
            {
              name: 'inside',
              test: /web\/src\/(app\/inside|group\/(back-to-dashboard|split-emails)|ui\/select-field)\./,
              priority: 1,
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
