export type Finding = { place: string; isWrong: boolean; text: string }

export function fine(place: string, text: string): Finding {
  return { place, isWrong: false, text }
}

export function wrong(place: string, text: string): Finding {
  return { place, isWrong: true, text }
}

export function formatFinding({ place, isWrong, text }: Finding): string {
  return `${isWrong ? 'WRONG' : 'ok   '}  ${place.padEnd(12)}  ${text}`
}

export function isWrongLine(line: string): boolean {
  return line.startsWith('WRONG')
}
