import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { boardPage } from './vite-board-page.ts'
import { compressed } from './vite-compressed.ts'
import { firstPaint } from './vite-first-paint.ts'
import { hints } from './vite-hints.ts'
import { serviceWorker } from './vite-service-worker.ts'
import { renderBuiltUrl, texts } from './vite-texts.ts'

const server = `http://localhost:${process.env.API_PORT ?? 3000}`

export default defineConfig({
  plugins: [
    react(),
    texts(),
    firstPaint(),
    serviceWorker(),
    hints({
      '/login': ['src/pages/login-page.tsx'],
      '/signup': ['src/pages/signup-page.tsx'],
      '/dashboard': ['src/app/shell.tsx', 'src/pages/dashboard-page.tsx'],
      '/groups/create': ['src/app/shell.tsx', 'src/pages/create-group-page.tsx'],
      '/groups/': ['src/app/shell.tsx', 'src/pages/group-page.tsx'],
    }),
    compressed(),
    boardPage(),
  ],
  experimental: { renderBuiltUrl },
  build: {
    target: 'es2023',
    // The content security policy allows no scripts, styles or fonts in `data:` URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first file names most others, so it loads each hash. Short hashes of few characters compress well.
        hashCharacters: 'base36',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // On a phone the round trip for a file takes longer than its transfer, so there are few files: the dashboard, the group page and
        // what surrounds them are one, and so is what several later parts share. Files with texts exist in each language, so they contain
        // nothing else.
        codeSplitting: {
          groups: [
            { name: 'texts', test: /^\0texts:/, tags: ['$initial'], priority: 5 },
            {
              name: 'texts-of-pages',
              test: /^\0texts:(availability|group|invitation|notification|ringing)$/,
              priority: 4,
            },
            { name: 'texts-of-site', test: /^\0texts:(operator|operator-refusal|legal)$/, priority: 4 },
            {
              debugName: 'texts of a feature',
              name: id => `texts-${id.slice(id.indexOf(':') + 1)}`,
              test: /^\0texts:/,
              priority: 3,
            },
            {
              name: 'libraries',
              test: /node_modules\/|contract\/src\/|api\/zod-without-eval/,
              tags: ['$initial'],
              priority: 2,
            },
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'sign-in', test: /pages\/login-page\.tsx/, priority: 1 },
            { name: 'sign-up', test: /pages\/signup-page\.tsx/, priority: 1 },
            { name: 'pages', test: /app\/shell\.tsx|pages\/(dashboard|group)-page\.tsx/ },
            { name: 'shared', minShareCount: 3 },
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
