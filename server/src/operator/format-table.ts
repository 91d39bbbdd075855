/** Formats rows as a table. The first line contains the titles. Each column is as wide as its longest text. */
export function formatTable<Row>(
  rows: Row[],
  columns: Record<string, (row: Row) => string | number>,
): string[] {
  const head = Object.keys(columns)
  const cells = rows.map(row => Object.values(columns).map(read => read(row)))
  const widths = head.map((title, place) =>
    Math.max(title.length, ...cells.map(line => widthOf(String(line[place])))),
  )
  const isNumber = head.map(
    (_, place) => cells.length > 0 && cells.every(line => typeof line[place] === 'number'),
  )
  return [head, ...cells].map(line =>
    line
      .map((cell, place) => padded(String(cell), widths[place] ?? 0, isNumber[place]))
      .join('  ')
      .trimEnd(),
  )
}

function padded(text: string, width: number, toTheRight = false): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return toTheRight ? space + text : text + space
}

// Splits a text into visible characters. An emoji, or a letter with its accents, is one visible character.
const graphemes = new Intl.Segmenter('en')

function widthOf(text: string): number {
  return [...graphemes.segment(text)].length
}
