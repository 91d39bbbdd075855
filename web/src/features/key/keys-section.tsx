import keyTexts from 'texts:key'
import profileTexts from 'texts:profile'
import type { Key } from '@grouplight/contract/key.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemText } from '#api/problem-text.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ItemList } from '#ui/list-item.tsx'
import classes from '#ui/section.module.css'
import { useLinkedHeading } from '#ui/use-linked-heading.ts'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import { KeyForm, keysQuery, type NamedGroup } from './key-form.tsx'
import { KeyItem } from './key-item.tsx'

type KeysSectionProps = { className: string; groups: NamedGroup[] }

/** The token of a new key is shown until the user revokes this key, makes another key or leaves the page. */
export function KeysSection({ className, groups }: KeysSectionProps) {
  const { data: keys, error } = useQuery({ ...keysQuery, refetchOnMount: 'always' })
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<{ key: Key; token: string }>()
  const [revoked, setRevoked] = useState('')
  const heading = useLinkedHeading('keys')
  const onFocus = useLostFocus(heading)

  return (
    <section className={className} aria-labelledby="keys" onFocus={onFocus}>
      <h2 id="keys" ref={heading} tabIndex={-1} className={classes.title}>
        {keyTexts.title}
      </h2>
      <p className={classes.hint}>{keyTexts.hint}</p>
      {!keys && error && <AlertText error={profileTexts.notLoaded({ why: problemText(error) })} />}
      {made && (
        <CopyField key={made.key.id} label={keyTexts.token} hint={keyTexts.tokenHint} value={made.token} />
      )}
      <ItemList items={keys} aria-labelledby="keys">
        {key => (
          <KeyItem
            key={key.id}
            apiKey={key}
            groups={groups}
            onRevoked={() => {
              setRevoked(key.name)
              if (made?.key.id === key.id) setMade(undefined)
            }}
          />
        )}
      </ItemList>
      {revoked && <AlertText message={<Phrase text={keyTexts.revoked} name={<bdi>{revoked}</bdi>} />} />}
      <Button variant="default" className={classes.start} onClick={() => setMaking(true)}>
        {keyTexts.newKey}
      </Button>
      <Dialog opened={isMaking} title={keyTexts.newKey} onClose={() => setMaking(false)}>
        <KeyForm
          groups={groups}
          onMade={answer => {
            setMaking(false)
            setRevoked('')
            setMade(answer)
          }}
        />
      </Dialog>
    </section>
  )
}
