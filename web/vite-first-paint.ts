import type { Plugin, Rolldown } from 'vite'

/**
 * Makes the first paint wait for nothing but the page: the style sheets that every page begins with are in the page itself, and the
 * scripts give way to what paints. The sheet's link stays, disabled: by it the code that fetches the other pages knows that the
 * sheet is there.
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
