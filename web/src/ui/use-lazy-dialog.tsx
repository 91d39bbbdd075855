import refusalTexts from 'texts:refusal'
import { useCallback, useState } from 'react'
import type { PreloadableComponent } from './lazy-with-preload.ts'
import { showToast } from './toast.ts'

type DialogState = { opened: boolean; onClose: () => void }

/**
 * `open` loads the code of the dialog and then opens the dialog. `dialog` must always be rendered, because the dialog fades out and
 * may keep a draft while it is closed. It is empty until the dialog opens for the first time.
 */
export function useLazyDialog<Props extends DialogState>(
  Dialog: PreloadableComponent<Props>,
  props: Omit<NoInfer<Props>, keyof DialogState>,
) {
  const { preload } = Dialog
  const [opened, setOpened] = useState<boolean>()

  const open = useCallback(() => {
    preload().then(
      () => setOpened(true),
      () => showToast('error', refusalTexts.somethingWrong),
    )
  }, [preload])

  const state = { opened: opened === true, onClose: () => setOpened(false) }
  const dialog = opened !== undefined && <Dialog {...({ ...props, ...state } as Props)} />
  return { open, dialog }
}
