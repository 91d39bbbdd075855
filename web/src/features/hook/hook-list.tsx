import hookTexts from 'texts:hook'
import profileTexts from 'texts:profile'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useState } from 'react'
import { problemText } from '#api/problem-text.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ItemList } from '#ui/list-item.tsx'
import classes from '#ui/section.module.css'
import { useLostFocus } from '#ui/use-lost-focus.ts'
import type { Hook, HookApi } from './hook-api.ts'
import { HookForm } from './hook-form.tsx'
import { HookItem } from './hook-item.tsx'

type HookListProps = {
  api: HookApi
  className: string | undefined
  /** The element that gets the focus when the focused element has disappeared. */
  fallbackFocus: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The secret of a new hook is shown until this hook is removed, another hook is added, or the component is unmounted. */
export function HookList({ api, className, fallbackFocus, children }: HookListProps) {
  const onFocus = useLostFocus(fallbackFocus)
  const { data: hooks, error } = useQuery({ ...api.query, refetchOnMount: 'always' })
  const [isAdding, setAdding] = useState(false)
  const [added, setAdded] = useState<{ hook: Hook; secret: string | null }>()
  const [removed, setRemoved] = useState('')

  return (
    <section className={className} aria-label={hookTexts.title} onFocus={onFocus}>
      {children}
      {!hooks && error && <AlertText error={profileTexts.notLoaded({ why: problemText(error) })} />}
      {added && <AlertText message={<Phrase text={hookTexts.added} name={<bdi>{added.hook.name}</bdi>} />} />}
      {added?.secret && (
        <CopyField
          key={added.hook.id}
          label={hookTexts.secret}
          hint={hookTexts.secretHint}
          value={added.secret}
        />
      )}
      <ItemList items={hooks} aria-label={hookTexts.title}>
        {hook => (
          <HookItem
            key={hook.id}
            hook={hook}
            api={api}
            onRemoved={() => {
              setRemoved(hook.name)
              if (added?.hook.id === hook.id) setAdded(undefined)
            }}
          />
        )}
      </ItemList>
      {removed && <AlertText message={<Phrase text={hookTexts.removed} name={<bdi>{removed}</bdi>} />} />}
      <Button variant="default" className={classes.start} onClick={() => setAdding(true)}>
        {hookTexts.newHook}
      </Button>
      <Dialog opened={isAdding} title={hookTexts.newHook} onClose={() => setAdding(false)}>
        <HookForm
          api={api}
          onAdded={answer => {
            setAdding(false)
            setRemoved('')
            setAdded(answer)
          }}
        />
      </Dialog>
    </section>
  )
}
