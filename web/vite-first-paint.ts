import type { Plugin, Rolldown } from 'vite'

/**
 * Lets the browser paint before it has loaded any file except the page. The page's style sheets are inlined, and its scripts load
 * with a low priority. The links to the style sheets stay, but are disabled. Without these links, Vite's code in the browser
 * would load the style sheets again.
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
            const { source } = bundle[file.replace('%LANGUAGE%/', '')] as Rolldown.OutputAsset
            return `<style>${source}</style>${link} disabled>`
          })
          .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"'),
    },
  }
}
