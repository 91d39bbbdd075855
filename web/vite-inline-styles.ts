import type { Plugin, Rolldown } from 'vite'

/**
 * Puts the style sheets that every page begins with into the page itself, under the nonce of the content security policy: the
 * first paint waits for nothing but the page.
 */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        html.replace(/<link rel="stylesheet" crossorigin href="\/([^"]+)">/g, (_link, file: string) => {
          const { source } = bundle[file] as Rolldown.OutputAsset
          delete bundle[file]
          return `<style nonce="%CSP_NONCE%">${source}</style>`
        }),
    },
  }
}
