import { direction } from '#texts/language.ts'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import './mantine-theme.css'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { styleNonce, theme } from './theme.ts'

/**
 * The component library, for the pages behind the sign-in; the public ones do without, so that they are there at
 * once. Its variables are a style sheet: the content security policy allows no injected ones without a nonce.
 */
export function ComponentLibrary({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
        getStyleNonce={styleNonce}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}
