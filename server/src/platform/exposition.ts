import type { Histogram } from './histogram.ts'

type Labels = Record<string, string>

export type Metric = { name: string; help: string } & (
  | { type: 'counter' | 'gauge'; values: [value: number, labels?: Labels][] }
  | { type: 'histogram'; values: [value: Histogram, labels?: Labels][] }
)

export const expositionType = 'text/plain; version=0.0.4; charset=utf-8'

export function toPrometheusText(metrics: Metric[]): string {
  return metrics.flatMap(metric => [...linesOf(metric), '']).join('\n')
}

function linesOf(metric: Metric): string[] {
  const { name, help, type } = metric
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
  if (metric.type === 'histogram')
    for (const [histogram, labels] of metric.values) lines.push(...bucketLines(name, histogram, labels))
  else for (const [value, labels] of metric.values) lines.push(line(name, value, labels))
  return lines
}

function bucketLines(name: string, { bounds, counts, sum }: Histogram, labels: Labels = {}): string[] {
  let count = 0
  const buckets = counts.map((inBucket, at) => {
    count += inBucket
    return line(`${name}_bucket`, count, { ...labels, le: String(bounds[at] ?? '+Inf') })
  })
  return [...buckets, line(`${name}_sum`, sum, labels), line(`${name}_count`, count, labels)]
}

function line(name: string, value: number, labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
