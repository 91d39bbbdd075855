declare global {
  interface Window {
    complaints?: string[]
  }
}

/** Runs in the page: from now on, what goes wrong there is written down. */
export function watch(): void {
  const complaints: string[] = []
  window.complaints = complaints
  window.addEventListener('error', ({ message }) => complaints.push(message))
  window.addEventListener('unhandledrejection', ({ reason }) => complaints.push(String(reason)))
  window.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    complaints.push(`${effectiveDirective} refuses ${blockedURI}`),
  )
  console.error = (...said) => complaints.push(said.join(' '))
}

/** Runs in the page: what has gone wrong there since it was last asked. */
export function takeComplaints(): string[] {
  return window.complaints?.splice(0) ?? []
}
