import type { Plugin, Rolldown } from 'vite'

/**
 * Makes the first paint need no file but the page. Its style sheets are inlined, and its scripts load with a low priority. The
 * links of the style sheets stay but are disabled. Vite looks for these links, so that it does not load the style sheets twice.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        html
          .replace(/(<link rel="stylesheet" crossorigin href="\/([^"]+)")>/g, (_, link, file) => {
            const { source } = bundle[file] as Rolldown.OutputAsset
            return `<style>${source}</style>${link} disabled>`
          })
          .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"'),
    },
  }
}
