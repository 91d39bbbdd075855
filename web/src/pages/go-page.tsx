import availabilityDialogTexts from 'texts:availability-dialogs'
import groupTexts from 'texts:group'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { useSetAvailability } from '#features/availability/set-availability.ts'
import { BackToDashboard } from '#features/group/back-to-dashboard.tsx'
import { groupQuery, groupsQuery } from '#features/group/group-queries.ts'
import { chooseShortcutGroup, shortcutGroup } from '#features/group/shortcut-group.ts'
import { Phrase } from '#texts/phrase.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorScreen } from '#ui/error-screen.tsx'
import { Loading } from '#ui/loading.tsx'
import { isOpenedFromShortcut } from '#ui/opened-from-shortcut.ts'
import { Page } from '#ui/page.tsx'
import classes from './go-page.module.css'

/** The app's shortcuts open this page. Any website can link to the page, so a tap is needed if no shortcut opened it. */
export function GoPage() {
  const { groupId } = useParams()
  return groupId ? <GoAvailableInGroup groupId={groupId} /> : <GoByShortcut />
}

/** For a QR code or an NFC tag at a door. The address names the group, so one tap is enough. */
function GoAvailableInGroup({ groupId }: { groupId: string }) {
  const [isConfirmed, setConfirmed] = useState(false)
  const { data, error, refetch } = useQuery({ ...groupQuery(groupId), select: ({ name }) => ({ name }) })
  if (problemCode(error) === 'group-not-found')
    return (
      <Page narrow>
        <ErrorScreen title={groupTexts.notFound}>
          <BackToDashboard />
        </ErrorScreen>
      </Page>
    )
  if (isConfirmed) return <SetAvailability groupId={groupId} available />
  if (data) return <Confirm group={data} available onConfirm={() => setConfirmed(true)} />
  if (!error) return <Loading />
  return (
    <Page narrow>
      <ErrorScreen title={groupTexts.groupNotLoaded({ why: problemText(error) })} onRetry={refetch} />
    </Page>
  )
}

function GoByShortcut() {
  const available = useLocation().pathname === '/go/available'
  const { uid } = useAccount()
  const [isConfirmed, setConfirmed] = useState(isOpenedFromShortcut)
  const [chosenId, setChosenId] = useState(() => shortcutGroup(uid))
  const { data: groups } = useQuery({
    ...groupsQuery,
    select: groups => groups.map(({ id, name }) => ({ id, name })),
  })
  if (!groups) return <Loading />
  const chosen = groups.length === 1 ? groups[0] : groups.find(({ id }) => id === chosenId)
  if (!chosen) return <ChooseGroup groups={groups} available={available} onChosen={choose} />
  if (isConfirmed) return <SetAvailability groupId={chosen.id} available={available} />
  return <Confirm group={chosen} available={available} onConfirm={() => setConfirmed(true)} />

  function choose(groupId: string) {
    chooseShortcutGroup(uid, groupId)
    setChosenId(groupId)
    setConfirmed(true)
  }
}

type ConfirmProps = { group: { name: string }; available: boolean; onConfirm: () => void }

function Confirm({ group: { name }, available, onConfirm }: ConfirmProps) {
  return (
    <Page narrow>
      <h1 tabIndex={-1}>
        {available ? availabilityDialogTexts.goAvailable : availabilityDialogTexts.goUnavailable}
      </h1>
      <p className={classes.question}>{availabilityDialogTexts.confirmQuestion}</p>
      <Button className={classes.yes} onClick={onConfirm}>
        <span>
          <Phrase
            text={available ? availabilityDialogTexts.goAvailableIn : availabilityDialogTexts.goUnavailableIn}
            name={<bdi>{name}</bdi>}
          />
        </span>
      </Button>
    </Page>
  )
}

function SetAvailability({ groupId, available }: { groupId: string; available: boolean }) {
  const setAvailability = useSetAvailability(groupId)
  const navigate = useNavigate()
  useEffect(() => {
    setAvailability({ status: available })
    void navigate(`/groups/${groupId}`, { replace: true })
  }, [setAvailability, navigate, groupId, available])
  return <Loading />
}

type ChooseGroupProps = {
  groups: { id: string; name: string }[]
  available: boolean
  onChosen: (groupId: string) => void
}

function ChooseGroup({ groups, available, onChosen }: ChooseGroupProps) {
  return (
    <Page narrow>
      <h1 tabIndex={-1}>
        {available ? availabilityDialogTexts.goAvailable : availabilityDialogTexts.goUnavailable}
      </h1>
      <p className={classes.question}>
        {groups.length > 0 ? availabilityDialogTexts.groupQuestion : groupTexts.none}
      </p>
      <ul className={classes.groups}>
        {groups.map(({ id, name }) => (
          <li key={id}>
            <Button variant="default" className={classes.group} onClick={() => onChosen(id)}>
              <bdi>{name}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </Page>
  )
}
