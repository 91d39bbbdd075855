import appTexts from 'texts:app'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import classes from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  opened: boolean
  title: string
  message: ReactNode
  onCancel: () => void
  onConfirm: () => void
  busy?: boolean
}

/** The focus starts on Cancel, because the action cannot be undone. */
export function ConfirmDialog({
  opened,
  title,
  message,
  onCancel,
  onConfirm,
  busy = false,
}: ConfirmDialogProps) {
  return (
    <Dialog opened={opened} title={title} onClose={onCancel} size={420} withCloseButton={false}>
      <p className={classes.message}>{message}</p>
      <div className={classes.choices}>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {appTexts.cancel}
        </Button>
        <Button color="red" pending={busy} onClick={() => onConfirm()}>
          {appTexts.confirm}
        </Button>
      </div>
    </Dialog>
  )
}
