import { createTheme } from '@mantine/core'

export const theme = createTheme({ cursorType: 'pointer', respectReducedMotion: true })

/** What lets the component library inject the odd style under the content security policy; made for each page load. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
}
