export type Role = 'button' | 'link' | 'field' | 'switch' | 'heading' | 'dialog' | 'listitem' | 'main'

export type ElementState = {
  /** The centre of the element, in CSS pixels from the top left corner of the viewport. */
  x: number
  y: number
  /** Whether no other element covers the centre. */
  isOnTop: boolean
  hasFocus: boolean
  /** Whether the element or one of its descendants has the focus. */
  holdsFocus: boolean
  /** Whether the element precedes the focused element in the document. */
  isBeforeFocus: boolean
  isChecked: boolean
  value: string | null
  text: string
}

/**
 * Scrolls to the first visible element that has the given role and a name that begins with the given text. Returns the element's
 * state, or null if there is no such element. This function runs in the page.
 */
export function lookFor(role: Role, name: string): ElementState | null {
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
    // biome-ignore lint/performance/useDomNodeTextContent: innerText contains only visible text.
    text: found.innerText,
  }
}
