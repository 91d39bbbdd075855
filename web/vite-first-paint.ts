import type { Plugin, Rolldown } from 'vite'

/**
 * Makes the first paint need only the page itself: its style sheets are inlined, and scripts have a low priority. The links of
 * the style sheets stay, disabled: Vite's loader of the other pages looks for them to know that the style sheets are there.
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
