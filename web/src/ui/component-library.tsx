import { direction } from '#texts/language.ts'
import '@mantine/core/styles/default-css-variables.css'
import './component-library.css'
import { createTheme, DirectionProvider, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'

const theme = createTheme({ cursorType: 'pointer', respectReducedMotion: true })

/**
 * Around what is made of the component library's parts, which come when they are needed: dialogs and toasts. Its variables are
 * a style sheet: the content security policy allows no injected ones without a nonce. Light or dark is decided in index.html.
 */
export function ComponentLibrary({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        withCssVariables={false}
        withGlobalClasses={false}
        getRootElement={() => undefined}
        getStyleNonce={styleNonce}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}

function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
}
