import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './vite-compressed.ts'
import { hints } from './vite-hints.ts'
import { serviceWorker } from './vite-service-worker.ts'

const server = `http://localhost:${process.env.API_PORT ?? 3000}`

// What every page needs, the first one too.
const firstPage = [
  'contract/src/',
  'web/src/app/',
  ...['api/', 'texts/', 'account/account-queries', 'dashboard/'].map(part => `web/src/${part}`),
  ...['button', 'icons', 'field', 'text-field', 'password-field', 'notice', 'plain-page', 'light-mark'].map(
    ui,
  ),
  ...[
    'lamp-board',
    'loading',
    'use-form',
    'use-countdown',
    'first-refusal',
    'product',
    'redirecting',
    'use-redirect',
  ].map(ui),
  ...['group/group', 'invitation/invitation', 'notification/notification'].map(
    name => `web/src/${name}-queries`,
  ),
]

function ui(name: string): string {
  return `web/src/ui/${name}.`
}

function isOfFirstPage(id: string): boolean {
  return firstPage.some(part => id.includes(part))
}

// What the pages behind the sign-in share.
function isOfInnerPages(id: string): boolean {
  return id.includes('web/src/') && !isOfFirstPage(id)
}

export default defineConfig({
  plugins: [
    react(),
    serviceWorker(),
    hints({
      '/dashboard': ['src/app/shell.tsx', 'src/pages/dashboard-page.tsx'],
      '/groups/': ['src/app/shell.tsx', 'src/pages/group-page.tsx'],
      '/login': ['src/pages/login-page.tsx'],
      '/signup': ['src/pages/signup-page.tsx'],
    }),
    compressed(),
  ],
  build: {
    target: 'es2023',
    manifest: true,
    // Everything is a file of its own: the content security policy allows no data: scripts, styles or images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few files: on a phone each costs more by its journey than by its size.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            { name: 'vendor', test: /node_modules\/(react-router|@tanstack|zod)\//, priority: 2 },
            { name: 'shared', test: isOfFirstPage, minShareCount: 2, priority: 1 },
            { name: 'inside', test: isOfInnerPages, minShareCount: 2, priority: 0 },
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
