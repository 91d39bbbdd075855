/** `times` is the number of toggles. `serverCpu` is in seconds. */
type Work = { times: number; seconds: number; deliveries: number; serverCpu: number }

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] as number
}

export function medianOf<Round>(rounds: Round[], figure: (round: Round) => number): number {
  return median(rounds.map(figure))
}

export function percentiles(values: number[]): { p50: number; p99: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (fraction: number) => sorted[Math.floor((sorted.length - 1) * fraction)] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

/** In µs. */
export function cpuPerDelivery({ serverCpu, deliveries }: Pick<Work, 'serverCpu' | 'deliveries'>): number {
  return (serverCpu / deliveries) * 1e6
}

export function togglesPerSecond({ times, seconds }: Pick<Work, 'times' | 'seconds'>): number {
  return times / seconds
}

export function latencyP50({ latencyMs }: { latencyMs: { p50: number } }): number {
  return latencyMs.p50
}

export function latencyP99({ latencyMs }: { latencyMs: { p99: number } }): number {
  return latencyMs.p99
}
