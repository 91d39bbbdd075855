import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { countDialog } from './open-dialogs.ts'

export type DialogProps = {
  opened: boolean
  title: string
  onClose: () => void
  children: ReactNode
  /** The width it takes where there is room. */
  size?: number | string
  withCloseButton?: boolean
}

/** Fetches what dialogs are made of, so that the first one opens at once. */
export const fetchDialogs = () => import('./modal-dialog.tsx')

const ModalDialog = lazy(async () => ({ default: (await fetchDialogs()).ModalDialog }))

/** A modal dialog that carries its title as its name and gives the focus back to what opened it. */
export function Dialog(props: DialogProps) {
  const { opened } = props
  useEffect(() => (opened ? countDialog() : undefined), [opened])
  const [wasOpened, setWasOpened] = useState(opened)
  if (opened && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense>
      <ModalDialog {...props} />
    </Suspense>
  )
}
