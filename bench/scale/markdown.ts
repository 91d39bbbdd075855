import type { Simulated } from './commits.ts'

/** An aligned Markdown table. */
export function markdown(head: string[], lines: string[][]): string {
  const lengths = (at: number) => [head, ...lines].map(line => (line[at] ?? '').length)
  const widths = head.map((_, at) => Math.max(...lengths(at)))
  const row = (line: string[]) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [row(head), row(widths.map(width => '-'.repeat(width))), ...lines.map(row)].join('\n')
}

/** An estimate is shown with two digits. */
export function short(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '> 1 billion'
  const rounded = Number(value.toPrecision(2))
  if (rounded >= 1e12) return `${rounded / 1e12} trillion`
  if (rounded >= 1e9) return `${rounded / 1e9} billion`
  if (rounded >= 1e6) return `${rounded / 1e6} million`
  if (rounded >= 1e3) return rounded.toLocaleString('en')
  return String(rounded)
}

/** With commas between thousands. */
export function exact(value: number): string {
  return value.toLocaleString('en')
}

/** The p99, unless the site is overloaded. */
export function untilCommitted({ latencyMs, isOverloaded }: Simulated): string {
  return isOverloaded ? 'falls behind' : `${short(latencyMs.p99)} ms`
}
