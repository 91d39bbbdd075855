import { createTheme, type VariantColorsResolver } from '@mantine/core'

/** The component library's colour names that buttons are asked for by, and our tokens for them. */
const tokens: Record<string, string> = { blue: 'lit', red: 'danger', dark: 'ink' }

/** Filled, default and quiet buttons in our tokens; each token brings a deeper, a washed and a writing colour. */
const variantColorResolver: VariantColorsResolver = ({ color = 'blue', variant }) => {
  const token = tokens[color] ?? 'lit'
  const border = '1px solid transparent'
  if (variant === 'filled') {
    return {
      background: `var(--${token})`,
      hover: `var(--${token}-deep)`,
      color: `var(--${token}-ink)`,
      border,
    }
  }
  const quiet = { background: 'transparent', hover: `var(--${token}-wash)`, color: `var(--${token})`, border }
  if (variant !== 'default') return quiet
  return { ...quiet, background: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--edge)' }
}

const fieldVars = {
  '--input-height': '3rem',
  '--input-fz': '1rem',
  '--input-bg': 'var(--field)',
  '--input-bd-focus': 'var(--lit)',
  '--input-color': 'var(--ink)',
}

const input = {
  vars: (_theme: unknown, props: { error?: unknown; multiline?: boolean; disabled?: boolean }) => ({
    wrapper: {
      ...fieldVars,
      '--input-bd': props.error ? 'var(--danger)' : 'var(--edge)',
      '--input-padding-y': props.multiline ? '0.75rem' : undefined,
    },
  }),
}

export const theme = createTheme({
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver,
  components: {
    Button: { vars: () => ({ root: { '--button-height': '3rem', '--button-fz': '1rem' } }) },
    Input: input,
    InputWrapper: {
      // Nearly everything asked for is required; what is not says so in its label.
      defaultProps: { withAsterisk: false },
      vars: () => ({
        label: { '--input-label-size': '0.875rem' },
        error: { '--input-error-size': '0.875rem' },
        description: { '--input-description-size': '0.875rem' },
      }),
    },
    // Told when it appears, wherever the focus is.
    InputError: { defaultProps: { role: 'alert' } },
  },
})

/** What lets the component library inject the odd style under the content security policy; made for each page load. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
}
