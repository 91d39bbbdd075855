import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAccount } from '#account/account-queries.ts'
import { useWish } from '#availability/wish.ts'
import { groupsQuery } from '#group/group-queries.ts'
import { chooseShortcutGroup, shortcutGroup } from '#group/shortcut-group.ts'
import { t } from '#texts/texts.ts'
import { Button } from '#ui/button.tsx'
import { Loading } from '#ui/loading.tsx'
import { Page } from '#ui/page.tsx'
import classes from './go-page.module.css'

/** Where a shortcut of the installed app leads: it turns my switch in the chosen group and shows that group. */
export function GoPage() {
  const available = useLocation().pathname === '/go/available'
  const { userId } = useAccount()
  const { data: groups } = useQuery({
    ...groupsQuery,
    select: groups => groups.map(({ id, name }) => ({ id, name })),
  })
  if (!groups) return <Loading />
  const chosen = groups.length === 1 ? groups[0]?.id : shortcutGroup(userId)
  return groups.some(({ id }) => id === chosen) && chosen ? (
    <Going groupId={chosen} available={available} />
  ) : (
    <ChooseGroup groups={groups} available={available} />
  )
}

function Going({ groupId, available }: { groupId: string; available: boolean }) {
  const wish = useWish(groupId)
  const navigate = useNavigate()
  useEffect(() => {
    wish({ available })
    void navigate(`/groups/${groupId}`, { replace: true })
  }, [wish, navigate, groupId, available])
  return <Loading />
}

type ChooseGroupProps = { groups: { id: string; name: string }[]; available: boolean }

function ChooseGroup({ groups, available }: ChooseGroupProps) {
  const { userId } = useAccount()
  const navigate = useNavigate()
  const choose = (groupId: string) => {
    chooseShortcutGroup(userId, groupId)
    void navigate('.', { replace: true })
  }
  return (
    <Page narrow>
      <h1 tabIndex={-1}>{available ? t.availability.goAvailable : t.availability.goUnavailable}</h1>
      <p className={classes.question}>{groups.length > 0 ? t.availability.goWhere : t.group.none}</p>
      <ul className={classes.groups}>
        {groups.map(({ id, name }) => (
          <li key={id}>
            <Button variant="default" className={classes.group} onClick={() => choose(id)}>
              <bdi>{name}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </Page>
  )
}
