import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
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

/** Marks the notification as read whose id is in the address. Removes the id, so that it is not in a saved or shared address. */
function useReadFromAddress(): void {
  const { mutate: readNotification } = useReadNotification()
  const [search, setSearch] = useSearchParams()
  const notice = search.get('notice')
  useEffect(() => {
    if (notice === null) return
    setSearch(
      search => {
        search.delete('notice')
        return search
      },
      { replace: true },
    )
    if (/^\d+$/.test(notice)) readNotification(Number(notice))
  }, [notice, setSearch, readNotification])
}
