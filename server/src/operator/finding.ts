/** One result of the doctor. */
export type Finding = { place: string; isWrong: boolean; text: string }

export function fine(place: string, text: string): Finding {
  return { place, isWrong: false, text }
}

export function wrong(place: string, text: string): Finding {
  return { place, isWrong: true, text }
}

/** One line for people, and for programs that count the wrong ones. */
export function formatFinding({ place, isWrong, text }: Finding): string {
  return `${isWrong ? 'WRONG' : 'ok   '}  ${place.padEnd(12)}  ${text}`
}

export function isWrongLine(line: string): boolean {
  return line.startsWith('WRONG')
}
