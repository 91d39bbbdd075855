import { build, type Plugin } from 'vite'
import { compressed } from './vite-compressed.ts'

const page = 'board.html'

/**
 * Builds the page of boards after the app, in a build of its own, so that the page shares no file with the app: the app's files
 * would start its session. In development, every address of a board shows this page.
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
          plugins: [compressed()],
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
          if (request.url?.startsWith('/board/')) request.url = `/${page}`
          next()
        })
      },
    },
  ]
}
