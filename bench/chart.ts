import { formatValue, meetsTarget, type Row, ratioOf } from './result.ts'
import type { Run } from './saved-run.ts'

const barHeight = 42
const left = 24
const width = 760
const barLeft = 24
const barWidth = 520

export function chartOf({ date, commit, machine, rows }: Run): string {
  // The figures of groups of 10 are their own reference, so their ratio is 1.
  const shown = rows.filter(row => row.reference && row.target && ratioOf(row) !== 1)
  const height = 84 + shown.length * barHeight + 30
  const bars = shown.map((row, at) => bar(row, 76 + at * barHeight)).join('\n')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="What was measured, beside its limits" font-family="system-ui, sans-serif">
<style>
  text { fill: #1c2733 } .soft { fill: #5b6b7b } .track { fill: #e6ebf0 } .good { fill: #1f8a5b } .bad { fill: #c2553f } .mark { stroke: #1c2733 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e8eef4 } .soft { fill: #9fb0c0 } .track { fill: #2a3642 } .good { fill: #45c48a } .bad { fill: #e98a74 } .mark { stroke: #e8eef4 }
  }
</style>
<text x="${left}" y="30" font-size="17" font-weight="600">Measured beside its limits, in one run</text>
<text x="${left}" y="52" font-size="12" class="soft">The line is what is asked. ${date}, ${commit}, ${machine}.</text>
${bars}
</svg>
`
}

function bar(row: Row, y: number): string {
  const { scenario, figure, value, unit, reference, target } = row
  const ratio = ratioOf(row)
  const bound = target && ('atMost' in target ? target.atMost : target.atLeast)
  const scale = barWidth / (Math.max(ratio, bound ?? 0) * 1.15)
  const mark = barLeft + (bound ?? 0) * scale
  return `<text x="${left}" y="${y + 8}" font-size="12"><tspan font-weight="600">${escaped(scenario)}</tspan>: ${escaped(figure)}</text>
<text x="${width - left}" y="${y + 8}" font-size="12" text-anchor="end">${formatValue(value)} ${escaped(unit)} <tspan class="soft">= ${ratio.toFixed(2)} × ${escaped(reference?.name ?? '')}</tspan></text>
<rect x="${barLeft}" y="${y + 18}" width="${width - 2 * left}" height="5" rx="2.5" class="track"/>
<rect x="${barLeft}" y="${y + 18}" width="${(ratio * scale).toFixed(1)}" height="5" rx="2.5" class="${meetsTarget(row) ? 'good' : 'bad'}"/>
<line x1="${mark.toFixed(1)}" x2="${mark.toFixed(1)}" y1="${y + 14}" y2="${y + 27}" stroke-width="2" class="mark"/>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
