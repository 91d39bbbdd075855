import type { Finding } from '@grouplight/contract/operator.ts'

export function fine(area: string, text: string): Finding {
  return { area, state: 'ok', text }
}

// A warning does not change the exit code of the command `doctor`.
export function warning(area: string, text: string): Finding {
  return { area, state: 'warn', text }
}

export function wrong(area: string, text: string): Finding {
  return { area, state: 'wrong', text }
}

export function formatFinding({ area, state, text }: Finding): string {
  const word = state === 'wrong' ? 'WRONG' : state
  return `${word.padEnd(5)}  ${area.padEnd(12)}  ${text}`
}

export function isWrongLine(line: string): boolean {
  return line.startsWith('WRONG')
}
