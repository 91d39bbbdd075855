import { useEffect } from 'react'
import { useProxySignInEnded } from '#api/proxy-sign-in.ts'
import { t } from '#texts/texts.ts'
import { Button } from '#ui/button.tsx'
import { hideToast, showToast } from '#ui/toast.ts'

const longestMs = 2 ** 31 - 1

/** The page does not reload by itself, because the user may be writing something. */
export function useProxySignInToast(): void {
  const hasEnded = useProxySignInEnded()
  useEffect(() => {
    if (!hasEnded) return
    const id = showToast('error', <Ended />, longestMs)
    return () => hideToast(id)
  }, [hasEnded])
}

function Ended() {
  return (
    <>
      {t.ui.proxySignInEnded}{' '}
      <Button variant="subtle" onClick={() => window.location.reload()}>
        {t.ui.reload}
      </Button>
    </>
  )
}
