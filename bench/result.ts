export type Row = {
  scenario: string
  figure: string
  value: number
  unit: string
  /** A reference that was measured in the same run. */
  beside?: { name: string; value: number }
  /** The required bound of `value`, or of `value / beside`. */
  target?: { atMost: number } | { atLeast: number }
}

/** The ratio to the reference if there is one. */
export function comparedOf({ value, beside }: Row): number {
  return beside ? value / beside.value : value
}

/** Undefined without a target. */
export function holds(row: Row): boolean | undefined {
  if (!row.target) return undefined
  const compared = comparedOf(row)
  return 'atMost' in row.target ? compared <= row.target.atMost : compared >= row.target.atLeast
}

export function tableOf(rows: Row[]): string {
  const cells = rows.map(row => {
    const { scenario, figure, value, unit, beside, target } = row
    const asked = target && ('atMost' in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`)
    return [
      scenario,
      figure,
      `${short(value)} ${unit}`,
      beside ? `${beside.name}: ${short(beside.value)}` : '',
      beside ? `× ${comparedOf(row).toFixed(2)}` : '',
      asked ?? '',
      { true: 'holds', false: 'DOES NOT HOLD', undefined: '' }[`${holds(row)}`] ?? '',
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

function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
