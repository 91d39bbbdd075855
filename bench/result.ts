export type Row = {
  scenario: string
  figure: string
  value: number
  unit: string
  /** Measured in the same run, or earlier with other software. */
  reference?: { name: string; value: number }
  /** The bound for the ratio of `value` to the reference. Without a reference, the bound for `value`. */
  target?: { atMost: number } | { atLeast: number }
}

export function ratioOf({ value, reference }: Row): number {
  return reference ? value / reference.value : value
}

export function meetsTarget(row: Row): boolean | undefined {
  if (!row.target) return undefined
  const ratio = ratioOf(row)
  return 'atMost' in row.target ? ratio <= row.target.atMost : ratio >= row.target.atLeast
}

export function tableOf(rows: Row[]): string {
  const cells = rows.map(row => {
    const { scenario, figure, value, unit, reference, target } = row
    const bound = target && ('atMost' in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`)
    return [
      scenario,
      figure,
      `${formatValue(value)} ${unit}`,
      reference ? `${reference.name}: ${formatValue(reference.value)}` : '',
      reference ? `× ${ratioOf(row).toFixed(2)}` : '',
      bound ?? '',
      { true: 'holds', false: 'DOES NOT HOLD', undefined: '' }[`${meetsTarget(row)}`] ?? '',
    ]
  })
  const head = ['scenario', 'figure', 'measured', 'beside', 'ratio', 'asked', '']
  const widths = head.map((title, at) =>
    Math.max(title.length, ...cells.map(line => (line[at] ?? '').length)),
  )
  return [head, ...cells]
    .map(line =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export function formatValue(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
