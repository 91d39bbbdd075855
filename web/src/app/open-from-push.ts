import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useReadNotification } from '#notification/notification-queries.ts'

/** Opens the page that the service worker asks for after a click on a shown push, and marks the push's notification as read. */
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

/** Marks a notification as read if its id is in the address. Removes the id, so that it is not in a saved or shared address. */
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
