export type Finding = { area: string; isWrong: boolean; text: string }

export function fine(area: string, text: string): Finding {
  return { area, isWrong: false, text }
}

export function wrong(area: string, text: string): Finding {
  return { area, isWrong: true, text }
}

export function formatFinding({ area, isWrong, text }: Finding): string {
  return `${isWrong ? 'WRONG' : 'ok   '}  ${area.padEnd(12)}  ${text}`
}

export function isWrongLine(line: string): boolean {
  return line.startsWith('WRONG')
}
