import ringingDialogTexts from 'texts:ringing-dialogs'
import type { Watch } from '@grouplight/contract/watch.ts'
import { type FormEvent, useState } from 'react'
import { problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Options, SelectField } from '#ui/field.tsx'
import { Stepper } from '#ui/stepper.tsx'
import { minutesUntil, type WatchEnd, watchEnds } from './watch-end.ts'
import { useAddWatch } from './watch-queries.ts'
import classes from './watches.module.css'

type AddWatchFormProps = {
  groupId: string
  /** The number of other members, and how many of them are Available without an open question. */
  others: number
  reached: number
  watches: Watch[]
}

/** Waits for a number that is not reached yet. */
export function AddWatchForm({ groupId, others, reached, watches }: AddWatchFormProps) {
  const [chosen, setChosen] = useState(0)
  const [end, setEnd] = useState<WatchEnd>('endOfToday')
  const adding = useAddWatch(groupId)
  const isWaiting = watches.some(({ id }) => id === adding.data?.id)
  // Another member may have become Available since the page has learned the number.
  const isReached = problemCode(adding.error) === 'watch-fulfilled'
  if (reached >= others) return <p role="status">{ringingDialogTexts['once.everybody']}</p>

  const needed = Math.min(Math.max(chosen, reached + 1), others)
  function add(event: FormEvent) {
    event.preventDefault()
    if (!adding.isPending) adding.mutate({ needed, forMinutes: minutesUntil(end) })
  }

  return (
    <form className={classes.form} noValidate onSubmit={add}>
      <div className={classes.wishes}>
        <Stepper
          label={ringingDialogTexts['once.others']}
          value={needed}
          min={reached + 1}
          max={others}
          onChange={setChosen}
        />
        <SelectField
          label={ringingDialogTexts['once.until']}
          value={end}
          onChange={({ target }) => setEnd(target.value as WatchEnd)}
        >
          <Options values={watchEnds} text={end => ringingDialogTexts[`once.${end}`]} />
        </SelectField>
      </div>
      <p className={classes.hint}>{ringingDialogTexts['once.hint']}</p>
      <Button type="submit" className={classes.submit} pending={adding.isPending}>
        {ringingDialogTexts['once.tellMe']}
      </Button>
      {adding.isError && !isReached && <AlertText error={problemText(adding.error)} />}
      <p className={classes.hint} role="status">
        {isWaiting ? ringingDialogTexts['once.added'] : isReached && ringingDialogTexts['once.reached']}
      </p>
    </form>
  )
}
