export type Finding = { area: string; state: 'ok' | 'warn' | 'WRONG'; text: string }

export function fine(area: string, text: string): Finding {
  return { area, state: 'ok', text }
}

// A warning does not change the exit code of the command `doctor`.
export function warning(area: string, text: string): Finding {
  return { area, state: 'warn', text }
}

export function wrong(area: string, text: string): Finding {
  return { area, state: 'WRONG', text }
}

export function formatFinding({ area, state, text }: Finding): string {
  return `${state.padEnd(5)}  ${area.padEnd(12)}  ${text}`
}

export function isWrongLine(line: string): boolean {
  return line.startsWith('WRONG')
}
