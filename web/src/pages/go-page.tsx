import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAccount } from '#account/account-queries.ts'
import { useSetAvailability } from '#availability/availability-switch.tsx'
import { groupsQuery } from '#group/group-queries.ts'
import { chooseShortcutGroup, shortcutGroup } from '#group/shortcut-group.ts'
import { Phrase } from '#texts/phrase.tsx'
import { t } from '#texts/texts.ts'
import { Button } from '#ui/button.tsx'
import { Loading } from '#ui/loading.tsx'
import { isOpenedFromShortcut } from '#ui/opened-from-shortcut.ts'
import { Page } from '#ui/page.tsx'
import classes from './go-page.module.css'

/**
 * Where a shortcut of the installed app leads: it turns my switch in the chosen group and shows that group. Any site may lead here,
 * too: then nothing happens without a tap.
 */
export function GoPage() {
  const available = useLocation().pathname === '/go/available'
  const { uid } = useAccount()
  const [isMeant, setMeant] = useState(isOpenedFromShortcut)
  const [chosenId, setChosenId] = useState(() => shortcutGroup(uid))
  const { data: groups } = useQuery({
    ...groupsQuery,
    select: groups => groups.map(({ id, name }) => ({ id, name })),
  })
  if (!groups) return <Loading />
  const chosen = groups.length === 1 ? groups[0] : groups.find(({ id }) => id === chosenId)
  if (!chosen) return <ChooseGroup groups={groups} available={available} onChosen={choose} />
  if (isMeant) return <Going groupId={chosen.id} available={available} />
  return <AskFirst group={chosen} available={available} onMeant={() => setMeant(true)} />

  function choose(groupId: string) {
    chooseShortcutGroup(uid, groupId)
    setChosenId(groupId)
    setMeant(true)
  }
}

type AskFirstProps = { group: { name: string }; available: boolean; onMeant: () => void }

function AskFirst({ group: { name }, available, onMeant }: AskFirstProps) {
  return (
    <Page narrow>
      <h1 tabIndex={-1}>{available ? t.availability.goAvailable : t.availability.goUnavailable}</h1>
      <p className={classes.question}>{t.availability.goAsked}</p>
      <Button className={classes.yes} onClick={onMeant}>
        <span>
          <Phrase
            text={available ? t.availability.goAvailableIn : t.availability.goUnavailableIn}
            name={<bdi>{name}</bdi>}
          />
        </span>
      </Button>
    </Page>
  )
}

function Going({ groupId, available }: { groupId: string; available: boolean }) {
  const wish = useSetAvailability(groupId)
  const navigate = useNavigate()
  useEffect(() => {
    wish({ status: available })
    void navigate(`/groups/${groupId}`, { replace: true })
  }, [wish, navigate, groupId, available])
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
      <h1 tabIndex={-1}>{available ? t.availability.goAvailable : t.availability.goUnavailable}</h1>
      <p className={classes.question}>{groups.length > 0 ? t.availability.goWhere : t.group.none}</p>
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
