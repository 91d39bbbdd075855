import type { Simulated } from './commits.ts'

export function markdownTable(head: string[], lines: string[][]): string {
  const lengths = (at: number) => [head, ...lines].map(line => (line[at] ?? '').length)
  const widths = head.map((_, at) => Math.max(...lengths(at)))
  const row = (line: string[]) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [row(head), row(widths.map(width => '-'.repeat(width))), ...lines.map(row)].join('\n')
}

export function formatEstimate(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '> 1 billion'
  const rounded = Number(value.toPrecision(2))
  if (rounded >= 1e12) return `${rounded / 1e12} trillion`
  if (rounded >= 1e9) return `${rounded / 1e9} billion`
  if (rounded >= 1e6) return `${rounded / 1e6} million`
  if (rounded >= 1e3) return rounded.toLocaleString('en')
  return String(rounded)
}

export function formatExact(value: number): string {
  return value.toLocaleString('en')
}

export function formatCommitLatency({ latencyMs, isOverloaded }: Simulated): string {
  return isOverloaded ? 'overloaded' : formatEstimate(latencyMs.p99)
}
