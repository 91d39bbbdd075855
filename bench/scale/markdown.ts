import type { Played } from './commits.ts'

/** A Markdown table, aligned to be read as it is. */
export function markdown(head: string[], lines: string[][]): string {
  const lengths = (at: number) => [head, ...lines].map(line => (line[at] ?? '').length)
  const widths = head.map((_, at) => Math.max(...lengths(at)))
  const row = (line: string[]) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [row(head), row(widths.map(width => '-'.repeat(width))), ...lines.map(row)].join('\n')
}

/** Two digits are all that an estimate is good for. */
export function short(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '> 1 billion'
  const rounded = Number(value.toPrecision(2))
  if (rounded >= 1e12) return `${rounded / 1e12} trillion`
  if (rounded >= 1e9) return `${rounded / 1e9} billion`
  if (rounded >= 1e6) return `${rounded / 1e6} million`
  if (rounded >= 1e3) return rounded.toLocaleString('en')
  return String(rounded)
}

/** As it is, with a comma between thousands. */
export function exact(value: number): string {
  return value.toLocaleString('en')
}

/** The p99, where it has one. */
export function untilCommitted({ latencyMs, fallsBehind }: Played): string {
  return fallsBehind ? 'falls behind' : `${short(latencyMs.p99)} ms`
}
