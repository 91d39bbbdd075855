import { useCallback, useState } from 'react'
import { t } from '#texts/texts.ts'
import type { PreloadableComponent } from './lazy-with-preload.ts'
import { showToast } from './toast.ts'

/**
 * `open` loads the code of the dialog and then opens the dialog. `opened` is undefined until the dialog opens for the first time.
 * From then on, the dialog must be rendered even while it is closed, because it fades out and may keep a draft.
 */
export function useLazyDialog({ preload }: Pick<PreloadableComponent, 'preload'>) {
  const [opened, setOpened] = useState<boolean>()

  const open = useCallback(() => {
    preload().then(
      () => setOpened(true),
      () => showToast('error', t.problem.somethingWrong),
    )
  }, [preload])

  return { opened, open, close: () => setOpened(false) }
}
