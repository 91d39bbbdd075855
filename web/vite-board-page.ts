import { build, type Plugin } from 'vite'
import { compressed } from './vite-compressed.ts'
import { renderBuiltUrl, texts } from './vite-texts.ts'

const page = 'board.html'

/**
 * Builds the page of boards after the app, in a separate build, so that the page shares no file with the app. Files of the app
 * could contain code that requests the user's session. In development, every address of a board serves this page.
 */
export function boardPage(): Plugin[] {
  return [
    {
      name: 'board-page-build',
      apply: 'build',
      async closeBundle() {
        await build({
          configFile: false,
          root: import.meta.dirname,
          logLevel: 'warn',
          plugins: [texts(), compressed()],
          experimental: { renderBuiltUrl },
          publicDir: false,
          build: {
            target: 'es2023',
            emptyOutDir: false,
            assetsInlineLimit: 0,
            modulePreload: { polyfill: false },
            rolldownOptions: { input: page },
          },
        })
      },
    },
    {
      name: 'board-page-in-development',
      apply: 'serve',
      configureServer({ middlewares }) {
        middlewares.use((request, _response, next) => {
          if (/^\/board(?:[/?]|$)/.test(request.url ?? '')) request.url = `/${page}`
          next()
        })
      },
    },
  ]
}
