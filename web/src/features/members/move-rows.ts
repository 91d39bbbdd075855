const durationMs = 150
const rowPx = 56

/** Where rows were before some of them moved to another section. */
export type Places = { tops: Map<string, number>; moved: ReadonlySet<string>; focused: string | undefined }

export function placesOf(list: HTMLElement, moved: ReadonlySet<string>): Places {
  const focused = document.activeElement?.closest<HTMLElement>('[data-lights]')?.dataset.lights
  return { tops: new Map(rowsIn(list).map(row => [idOf(row), topOf(row)])), moved, focused }
}

/** Keeps what the user reads and the focus where they were, and shows how the rows have moved. */
export function moveRows(list: HTMLElement, { tops, moved, focused }: Places): void {
  const rows = rowsIn(list)
  const shiftOf = (row: HTMLElement) => topOf(row) - (tops.get(idOf(row)) ?? topOf(row))
  if (topOf(list) < 0) {
    const read = rows.find(row => !moved.has(idOf(row)) && (tops.get(idOf(row)) ?? 0) > 0)
    if (read) scrollBy({ top: shiftOf(read), behavior: 'instant' })
  }
  if (focused && moved.has(focused) && document.activeElement === document.body)
    rows
      .find(row => idOf(row) === focused)
      ?.querySelector('button')
      ?.focus({ preventScroll: true })

  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  const isSeen = (top: number) => top > -rowPx && top < innerHeight
  const shifted = rows.map(row => ({ row, top: topOf(row), shift: shiftOf(row) }))
  for (const { row, top, shift } of shifted) {
    if (!isSeen(top) && !isSeen(top - shift)) continue
    if (moved.has(idOf(row))) row.animate(isReduced ? appearing : arriving(shift), durationMs)
    else if (shift !== 0 && !isReduced) row.animate(sliding(shift), durationMs)
  }
}

const appearing = { opacity: [0, 1] }
const sliding = (from: number) => ({ translate: [`0 ${-from}px`, '0 0'], easing: 'ease-out' })
const arriving = (from: number) => ({ ...sliding(from), zIndex: [1, 1] })

function rowsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-lights]')]
}

function idOf(row: HTMLElement): string {
  return row.dataset.lights ?? ''
}

function topOf(element: HTMLElement): number {
  return element.getBoundingClientRect().top
}
