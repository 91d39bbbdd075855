import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react'

/** A component whose code comes when it is first shown, or is fetched ahead: then it is there at once. */
export type PreloadableComponent<Props = object> = FunctionComponent<Props> & {
  fetch: () => Promise<unknown>
}

/** Makes a component of which only the way to its code is here. Without a network it comes as soon as there is one. */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): PreloadableComponent<Props> {
  let code: ComponentType<Props> | undefined
  const fetch = async (): Promise<ComponentType<Props>> => {
    try {
      await stylesAgain()
      code ??= await load()
      return code
    } catch (error) {
      if (navigator.onLine) throw error
      await new Promise(resolve => window.addEventListener('online', resolve, { once: true }))
      return fetch()
    }
  }
  const Coming: ComponentType<Props> = lazy(async () => ({ default: await fetch() }))
  return Object.assign(
    (props: Props) => {
      const [Shown] = useState(() => code ?? Coming)
      return createElement(Shown, props)
    },
    { fetch },
  )
}

const missingStyles = new Set<HTMLLinkElement>()
window.addEventListener(
  'error',
  // Firefox reports preloaded modules as missing, too, though they come with whoever imports them.
  ({ target }) =>
    target instanceof HTMLLinkElement && target.rel === 'stylesheet' && missingStyles.add(target),
  { capture: true },
)

let asked: Promise<unknown> = Promise.resolve()

/** A style sheet that did not come with its code is not asked for a second time by itself. Resolves when all are there. */
function stylesAgain(): Promise<unknown> {
  if (missingStyles.size > 0) asked = Promise.all([...missingStyles].map(comeAgain))
  missingStyles.clear()
  return asked
}

function comeAgain(link: HTMLLinkElement): Promise<unknown> {
  const again = link.cloneNode() as HTMLLinkElement
  link.replaceWith(again)
  return new Promise((resolve, reject) => {
    again.addEventListener('load', resolve)
    again.addEventListener('error', () => reject(new Error(`${again.href} does not come.`)))
  })
}
