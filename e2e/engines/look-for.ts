export type Role = 'button' | 'link' | 'field' | 'switch' | 'heading' | 'dialog' | 'listitem' | 'main'

/** Something on a screen, as it was just now. */
export type Seen = {
  /** Its middle. */
  x: number
  y: number
  /** Whether a pointer there would meet it, and nothing that lies over it. */
  isOnTop: boolean
  hasFocus: boolean
  /** Whether the focus is on it or inside. */
  holdsFocus: boolean
  /** Whether it comes before the focus in the order of the page. */
  isBeforeFocus: boolean
  isChecked: boolean
  value: string | null
  text: string
}

/** Runs in the page. The first thing shown there of a role whose name begins like this. */
export function lookFor(role: Role, name: string): Seen | null {
  const selectors = {
    button: 'button:not([role])',
    link: 'a[href]',
    field: 'input, textarea',
    switch: '[role=switch]',
    heading: 'h1, h2',
    dialog: '[role=dialog]',
    listitem: 'li',
    main: 'main',
  }
  const textOf = (element: Element | null | undefined) => {
    const copy = element?.cloneNode(true) as Element | undefined
    for (const hidden of copy?.querySelectorAll('[aria-hidden=true]') ?? []) hidden.remove()
    return copy?.textContent?.trim()
  }
  const nameOf = (element: Element) =>
    textOf(document.getElementById(element.getAttribute('aria-labelledby') ?? '')) ??
    element.getAttribute('aria-label') ??
    textOf((element as HTMLInputElement).labels?.[0]) ??
    textOf(element) ??
    ''
  const found = [...document.querySelectorAll<HTMLElement>(selectors[role])].find(
    element => element.checkVisibility({ visibilityProperty: true }) && nameOf(element).startsWith(name),
  )
  if (!found) return null
  found.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const { left, top, width, height } = found.getBoundingClientRect()
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  const focused = document.activeElement
  return {
    x,
    y,
    isOnTop: found.contains(document.elementFromPoint(x, y)),
    hasFocus: found === focused,
    holdsFocus: found.contains(focused),
    isBeforeFocus: Boolean(
      focused && found.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING,
    ),
    isChecked: found.getAttribute('aria-checked') === 'true',
    value: 'value' in found ? String(found.value) : null,
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts.
    text: found.innerText,
  }
}
