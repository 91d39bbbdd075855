import type { ReactNode } from 'react'
import { ChevronDownIcon } from '#ui/icons.tsx'
import { useLazyDialog } from '#ui/use-lazy-dialog.tsx'
import classes from './number-button.module.css'
import { TellMeWhenDialog } from './ringing.ts'

/** The number of available members. A tap offers to tell the user when it is larger. */
export function NumberButton({ groupId, children }: { groupId: string; children: ReactNode }) {
  const { open, dialog } = useLazyDialog(TellMeWhenDialog, { groupId })
  return (
    <>
      <button type="button" className={classes.number} aria-haspopup="dialog" onClick={open}>
        {children}
        <ChevronDownIcon size={16} strokeWidth={2.4} />
      </button>
      {dialog}
    </>
  )
}
