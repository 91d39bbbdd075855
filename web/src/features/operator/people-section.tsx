import operatorTexts from 'texts:operator'
import profileTexts from 'texts:profile'
import type { ListedUser } from '@grouplight/contract/operator.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAccount } from '#features/account/account-queries.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ItemList } from '#ui/list-item.tsx'
import section from '#ui/section.module.css'
import { TextField } from '#ui/text-field.tsx'
import { AddPersonForm } from './add-person-form.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { type PersonLink, PersonLinkCard } from './person-link.tsx'
import classes from './site.module.css'
import { siteUsersQuery } from './site-queries.ts'
import { SiteSection } from './site-section.tsx'

const typingMs = 300
const longestSearch = 100

export function PeopleSection() {
  const [search, setSearch] = useSettled('')
  const [isAdding, setAdding] = useState(false)
  const [added, setAdded] = useState<PersonLink>()
  const [openedId, setOpenedId] = useState<string>()
  const [deleted, setDeleted] = useState('')
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...siteUsersQuery(search),
    placeholderData: previous => previous,
    refetchOnMount: 'always',
  })
  return (
    <SiteSection id="accounts" title={operatorTexts.accounts} hint={operatorTexts.peopleHint} error={error}>
      <Button className={section.start} onClick={() => setAdding(true)}>
        {operatorTexts.addPerson}
      </Button>
      {added && (
        <>
          <AlertText
            message={<Phrase text={operatorTexts.added} email={<bdi key="email">{added.name}</bdi>} />}
          />
          <PersonLinkCard key={added.url} {...added} />
        </>
      )}
      {deleted && <AlertText message={<Phrase text={operatorTexts.deleted} name={<bdi>{deleted}</bdi>} />} />}
      <TextField
        type="search"
        label={operatorTexts.search}
        maxLength={longestSearch}
        autoComplete="off"
        dir="auto"
        onChange={({ target }) => setSearch(target.value.trim())}
      />
      {data?.length === 0 && (
        <p role="status" className={section.hint}>
          {operatorTexts.nobodyFound}
        </p>
      )}
      <ItemList items={data} aria-labelledby="accounts">
        {user => <Person key={user.id} user={user} onOpen={() => setOpenedId(user.id)} />}
      </ItemList>
      {hasNextPage && (
        <Button
          variant="default"
          className={section.start}
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {operatorTexts.showMore}
        </Button>
      )}
      <Dialog opened={isAdding} title={operatorTexts.addPerson} onClose={() => setAdding(false)} size={420}>
        <AddPersonForm
          onAdded={person => {
            setAdding(false)
            setAdded(person)
          }}
        />
      </Dialog>
      <PersonDialog
        user={data?.find(({ id }) => id === openedId)}
        onClose={() => setOpenedId(undefined)}
        onDeleted={name => {
          setOpenedId(undefined)
          setDeleted(name)
        }}
      />
    </SiteSection>
  )
}

function Person({ user, onOpen }: { user: ListedUser; onOpen: () => void }) {
  const { uid } = useAccount()
  const { id, email, displayName, state, isOperator, isLongAbsent } = user
  const marks = [
    id === uid && profileTexts.you,
    isOperator && operatorTexts.isOperator,
    state === 'unverified' && operatorTexts.isUnverified,
    state === 'disabled' && operatorTexts.isDisabled,
    isLongAbsent && operatorTexts.isLongAbsent,
  ].filter(mark => mark !== false)
  return (
    <li className={`${section.row} ${classes.person}`}>
      <div className={section.grow}>
        <button
          type="button"
          className={`${section.name} ${classes.open}`}
          aria-haspopup="dialog"
          onClick={onOpen}
        >
          <bdi>{displayName || email}</bdi>
        </button>
        {displayName && (
          <span className={section.muted}>
            <bdi>{email}</bdi>
          </span>
        )}
      </div>
      <span className={classes.marks}>
        {marks.map(mark => (
          <span key={mark} className={classes.mark}>
            {mark}
          </span>
        ))}
      </span>
    </li>
  )
}

/** Like `useState`, but the value changes only when nothing new has been set for a moment. */
function useSettled(initial: string): [string, (next: string) => void] {
  const [settled, setSettled] = useState(initial)
  const [latest, setLatest] = useState(initial)
  useEffect(() => {
    const timer = setTimeout(setSettled, typingMs, latest)
    return () => clearTimeout(timer)
  }, [latest])
  return [settled, setLatest]
}
