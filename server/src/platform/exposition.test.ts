import { expect, test } from 'vitest'
import { toPrometheusText } from './exposition.ts'
import { Histogram } from './histogram.ts'

test('a metric has a help line, a type line and a line for each value, with escaped labels', () => {
  const values: [number, Record<string, string>?][] = [[3], [0.5, { state: 'a "b"\\\n', other: 'c' }]]
  expect(toPrometheusText([{ name: 'n_total', help: 'How many.', type: 'counter', values }])).toBe(
    [
      '# HELP n_total How many.',
      '# TYPE n_total counter',
      'n_total 3',
      'n_total{state="a \\"b\\"\\\\\\n",other="c"} 0.5',
      '',
    ].join('\n'),
  )
})

test('each bucket of a histogram counts the values up to its bound, and the last bucket counts all values', () => {
  const sizes = new Histogram([1, 4])
  for (const size of [1, 2, 4, 5]) sizes.observe(size)
  const text = toPrometheusText([
    { name: 's', help: 'Sizes.', type: 'histogram', values: [[sizes, { of: 'x' }]] },
  ])
  expect(text.split('\n').slice(2, -1)).toEqual([
    's_bucket{of="x",le="1"} 1',
    's_bucket{of="x",le="4"} 3',
    's_bucket{of="x",le="+Inf"} 4',
    's_sum{of="x"} 12',
    's_count{of="x"} 4',
  ])
})
