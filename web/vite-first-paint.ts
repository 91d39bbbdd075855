import type { Plugin, Rolldown } from 'vite'

/**
 * The first paint needs no file except the page. Style sheets are inlined, and scripts load with a low priority. The links of the
 * style sheets stay, but disabled. Without these links Vite's code in the browser would load the style sheets again.
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
