export type Row = {
  scenario: string
  figure: string
  value: number
  unit: string
  /** A reference from the same run, or a constant that was measured earlier with other software. */
  beside?: { name: string; value: number }
  /** The required bound of `value` or, if there is a reference, of the ratio of `value` to the reference. */
  target?: { atMost: number } | { atLeast: number }
}

export function ratioOf({ value, beside }: Row): number {
  return beside ? value / beside.value : value
}

export function meetsTarget(row: Row): boolean | undefined {
  if (!row.target) return undefined
  const ratio = ratioOf(row)
  return 'atMost' in row.target ? ratio <= row.target.atMost : ratio >= row.target.atLeast
}

export function tableOf(rows: Row[]): string {
  const cells = rows.map(row => {
    const { scenario, figure, value, unit, beside, target } = row
    const bound = target && ('atMost' in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`)
    return [
      scenario,
      figure,
      `${formatValue(value)} ${unit}`,
      beside ? `${beside.name}: ${formatValue(beside.value)}` : '',
      beside ? `× ${ratioOf(row).toFixed(2)}` : '',
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
