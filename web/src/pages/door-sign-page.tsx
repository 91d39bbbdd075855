import boardTexts from 'texts:board'
import groupTexts from 'texts:group'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { problemCode } from '#api/client.ts'
import { groupQuery } from '#features/group/group-queries.ts'
import { Button, NavigationButton } from '#ui/button.tsx'
import { ErrorScreen } from '#ui/error-screen.tsx'
import { Loading } from '#ui/loading.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import classes from './door-sign-page.module.css'

/** A page of A4 for the door. Its QR code opens the page that switches to Available after one tap. */
export function DoorSignPage() {
  const { groupId = '' } = useParams()
  const { data: name, error } = useQuery({ ...groupQuery(groupId), select: ({ name }) => name })
  if (problemCode(error) === 'group-not-found') return <ErrorScreen title={groupTexts.notFound} />
  if (name === undefined) return <Loading />
  const address = `${location.origin}/go/available/${groupId}`
  return (
    <main className={classes.sign}>
      <div className={classes.actions}>
        <NavigationButton variant="default" to={`/groups/${groupId}`}>
          {boardTexts.backToGroup}
        </NavigationButton>
        <Button onClick={() => window.print()}>{boardTexts.print}</Button>
      </div>
      <h1 tabIndex={-1}>
        <bdi>{name}</bdi>
      </h1>
      <p className={classes.what}>{boardTexts.signText}</p>
      <QrCode className={classes.code} address={address} label={boardTexts.signQr} />
      <p className={classes.address} dir="ltr">
        {address}
      </p>
      <p className={classes.hint}>{boardTexts.signTag}</p>
    </main>
  )
}
