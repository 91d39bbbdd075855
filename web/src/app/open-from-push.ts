import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useReadNotification } from '#notification/notification-queries.ts'

/** After a click on a push, opens the page whose path the service worker sends, and marks the push's notification as read. */
export function useOpenFromPush(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const open = ({ data }: MessageEvent) => {
      if (data?.type === 'open') void navigate(data.path)
    }
    navigator.serviceWorker?.addEventListener('message', open)
    return () => navigator.serviceWorker?.removeEventListener('message', open)
  }, [navigate])
  useReadFromAddress()
}

/** Marks the notification whose id is in the address as read, and removes the id, so that nobody saves or shares it. */
function useReadFromAddress(): void {
  const { mutate: readNotification } = useReadNotification()
  const navigate = useNavigate()
  const { search, hash } = useLocation()
  useEffect(() => {
    const rest = new URLSearchParams(search)
    const notice = rest.get('notice')
    if (notice === null) return
    rest.delete('notice')
    void navigate({ search: String(rest), hash }, { replace: true })
    if (/^\d+$/.test(notice)) readNotification(Number(notice))
  }, [search, hash, navigate, readNotification])
}
