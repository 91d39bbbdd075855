declare global {
  interface Window {
    pageErrors?: string[]
  }
}

/** Starts to record errors. This function runs in the page. */
export function recordErrors(): void {
  const errors: string[] = []
  window.pageErrors = errors
  window.addEventListener('error', ({ message }) => errors.push(message))
  window.addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))
  window.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    errors.push(`${effectiveDirective} refuses ${blockedURI}`),
  )
  console.error = (...values) => errors.push(values.join(' '))
}

/** Returns the errors that were recorded since the last call. This function runs in the page. */
export function takeErrors(): string[] {
  return window.pageErrors?.splice(0) ?? []
}
