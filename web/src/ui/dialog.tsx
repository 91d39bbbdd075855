import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { later } from './later.ts'
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

/** What dialogs are made of. */
export const ModalDialog = later(async () => (await import('./modal-dialog.tsx')).ModalDialog)

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
