import type { Language } from '@grouplight/locales/src/languages.ts'
import { escapeHtml } from '#platform/mail/layout.ts'
import type { LegalLink } from '#platform/site/legal-links.ts'
import { text } from '#platform/texts/text.ts'

/** Empty without links. The server adds the footer to the page, so that the app loads no code for it. */
export function legalFooter(links: LegalLink[], language: Language, opensTabs = false): string {
  if (links.length === 0) return ''
  // The page of a board may be in a frame, in which other pages must not be shown.
  const target = opensTabs ? ' target="_blank" rel="noopener noreferrer"' : ''
  const items = links.map(
    ({ label, url }) => `<a href="${escapeHtml(url)}"${target}>${escapeHtml(label)}</a>`,
  )
  const name = escapeHtml(text(language, 'legal', 'footer'))
  return `<footer id="legal" aria-label="${name}">${items.join('')}</footer>`
}

export function withFooter(page: string, footer: string): string {
  if (footer === '') return page
  return page
    .replace('</head>', () => `<style>${footerStyle}</style></head>`)
    .replace('</body>', () => `${footer}</body>`)
}

/** The colours are those of the page, which has set them before. */
export const footerStyle = [
  'body{display:flex;flex-direction:column;min-height:100dvh}',
  'body>:is(#root,main){flex:1 0 auto;width:100%;min-height:0}',
  '#root:has(>.start){display:grid}#root>.start{min-height:0}',
  '#legal{display:flex;flex-wrap:wrap;justify-content:center;gap:0 1.5rem;padding:.25rem 1.25rem calc(.5rem + env(safe-area-inset-bottom))}',
  '#legal a{display:inline-flex;align-items:center;min-height:2.75rem;color:var(--muted);font-size:.875rem;font-weight:400}',
  '@media print{#legal{display:none}}',
].join('')
