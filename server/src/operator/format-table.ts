/** The keys of `columns` are the titles, which the first line contains. */
export function formatTable<Row>(
  rows: Row[],
  columns: Record<string, (row: Row) => string | number>,
): string[] {
  const head = Object.keys(columns)
  const cells = rows.map(row => Object.values(columns).map(read => read(row)))
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map(line => widthOf(String(line[column])))),
  )
  const isNumber = head.map(
    (_, column) => cells.length > 0 && cells.every(line => typeof line[column] === 'number'),
  )
  return [head, ...cells].map(line =>
    line
      .map((cell, column) => padded(String(cell), widths[column] ?? 0, isNumber[column]))
      .join('  ')
      .trimEnd(),
  )
}

function padded(text: string, width: number, toTheRight = false): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return toTheRight ? space + text : text + space
}

// An emoji, or a letter with its accents, counts as one character.
const graphemes = new Intl.Segmenter('en')

function widthOf(text: string): number {
  return [...graphemes.segment(text)].length
}
