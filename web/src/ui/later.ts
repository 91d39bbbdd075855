import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react'

/** A component whose code comes when it is first shown, or is fetched ahead: then it is there at once. */
export type Later<Props = object> = FunctionComponent<Props> & { fetch: () => Promise<unknown> }

/** Makes a component of which only the way to its code is here. Without a network it comes as soon as there is one. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): Later<Props> {
  let code: ComponentType<Props> | undefined
  const fetch = async () => {
    code ??= await untilOnline(load)
    return code
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

async function untilOnline<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (navigator.onLine) throw error
    await new Promise(resolve => window.addEventListener('online', resolve, { once: true }))
    return untilOnline(load)
  }
}
