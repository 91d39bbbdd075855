import type { Plugin, Rolldown } from 'vite'

/**
 * Puts the style sheets that every page begins with into the page itself, under the nonce of the content security policy: the
 * first paint waits for nothing but the page. The link stays, disabled: by it the code that fetches the other pages knows that
 * the sheet is there.
 */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        html.replace(/(<link rel="stylesheet" crossorigin href="\/([^"]+)")>/g, (_, link, file) => {
          const { source } = bundle[file] as Rolldown.OutputAsset
          return `<style nonce="%CSP_NONCE%">${source}</style>${link} disabled>`
        }),
    },
  }
}
