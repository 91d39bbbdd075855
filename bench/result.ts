/** One measured figure, and what is asked of it. */
export type Row = {
  scenario: string
  figure: string
  value: number
  unit: string
  /** The limit measured beside it in the same run, when there is one. */
  beside?: { name: string; value: number }
  /** What `value`, or `value / beside` where there is a limit beside it, must not exceed (or must reach). */
  target?: { atMost: number } | { atLeast: number }
}

/** The value as it is compared: against the limit beside it, or as it is. */
export function comparedOf({ value, beside }: Row): number {
  return beside ? value / beside.value : value
}

/** Whether the figure holds; undefined where nothing is asked. */
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
