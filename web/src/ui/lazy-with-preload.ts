import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react'

export type PreloadableComponent<Props = object> = FunctionComponent<Props> & {
  preload: () => Promise<unknown>
}

/**
 * The component `name` of a module that is loaded when the component is preloaded or shown. If loading fails while the browser is
 * offline, the module is loaded again when the browser is online.
 */
export function lazyWithPreload<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): PreloadableComponent<Props> {
  let code: ComponentType<Props> | undefined
  const preload = async (): Promise<ComponentType<Props>> => {
    const wasOnline = navigator.onLine
    try {
      await reloadMissingStyles()
      code ??= (await load())[name]
      return code
    } catch (error) {
      if (wasOnline && navigator.onLine) throw error
      // The network may have come back since the load failed.
      if (!navigator.onLine)
        await new Promise(resolve => window.addEventListener('online', resolve, { once: true }))
      return preload()
    }
  }
  const Lazy: ComponentType<Props> = lazy(async () => ({ default: await preload() }))
  return Object.assign(
    (props: Props) => {
      const [Shown] = useState(() => code ?? Lazy)
      return createElement(Shown, props)
    },
    { preload },
  )
}

const missingStyles = new Set<HTMLLinkElement>()
window.addEventListener(
  'error',
  // Only style sheets are collected. A module whose preload has failed is loaded again when it is imported.
  ({ target }) =>
    target instanceof HTMLLinkElement && target.rel === 'stylesheet' && missingStyles.add(target),
  { capture: true },
)

let reloading: Promise<unknown> = Promise.resolve()

/** Loads the failed style sheets again, because browsers do not retry. Rejects if one fails a second time. */
function reloadMissingStyles(): Promise<unknown> {
  if (missingStyles.size > 0) reloading = Promise.all([...missingStyles].map(reloadStyle))
  missingStyles.clear()
  return reloading
}

function reloadStyle(link: HTMLLinkElement): Promise<unknown> {
  const again = link.cloneNode() as HTMLLinkElement
  link.replaceWith(again)
  return new Promise((resolve, reject) => {
    again.addEventListener('load', resolve)
    again.addEventListener('error', () => reject(new Error(`${again.href} could not be loaded.`)))
  })
}
