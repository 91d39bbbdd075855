const lightMs = 200

/** Lights up the card of a group and the row of a member for a moment. */
export function lightUp(...ids: string[]): void {
  const background = 'color-mix(in srgb, var(--available) 22%, var(--surface))'
  for (const id of ids)
    for (const element of document.querySelectorAll(`[data-lights="${CSS.escape(id)}"]`))
      element.animate(
        { background: [background, 'var(--surface)'] },
        { duration: lightMs, easing: 'ease-in' },
      )
}
