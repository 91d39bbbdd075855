import profileTexts from 'texts:profile'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAccount } from '#features/account/account-queries.ts'
import classes from './created-groups.module.css'
import { groupsQuery } from './group-queries.ts'

/** The list is empty while the groups are loading. */
export function useCreatedGroups(): { id: string; name: string }[] {
  const { uid } = useAccount()
  const { data: groups = [] } = useQuery({
    ...groupsQuery,
    select: groups => groups.map(({ id, name, createdBy }) => ({ id, name, createdBy })),
  })
  return groups.filter(({ createdBy }) => createdBy === uid)
}

/** Links to the groups that the user must delete or hand over before deleting the account. */
export function CreatedGroups({ groups }: { groups: { id: string; name: string }[] }) {
  return (
    <div className={classes.own}>
      <p>{profileTexts.handOverFirst}</p>
      <ul>
        {groups.map(({ id, name }) => (
          <li key={id}>
            <Link to={`/groups/${id}`}>
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
