import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { serviceWorker } from './vite-service-worker.ts'

const server = `http://localhost:${process.env.API_PORT ?? 3000}`

export default defineConfig({
  plugins: [react(), serviceWorker()],
  build: {
    target: 'es2023',
    manifest: true,
    // Everything is a file of its own: the content security policy allows no data: scripts, styles or images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/functions': server,
      '/mailbox': server,
    },
  },
})
