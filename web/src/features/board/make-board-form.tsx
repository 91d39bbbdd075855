import boardTexts from 'texts:board'
import { boardLifetimes, createBoard, maxFrameOrigins, warnBelowMembers } from '@grouplight/contract/board.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { groupQuery } from '#features/group/group-queries.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Options, SelectField, TextArea } from '#ui/field.tsx'
import { useForm } from '#ui/use-form.ts'
import type { BoardShows } from './board-content-choice.tsx'
import { addBoard, type NewBoard } from './board-queries.ts'
import classes from './boards.module.css'
import { originsIn } from './frame-origins.ts'

type Lifetime = (typeof boardLifetimes)[number]
const lifetimes: Lifetime[] = [null, ...boardLifetimes.filter(days => days !== null)]

type MakeBoardFormProps = { groupId: string; shows: BoardShows; onMade: (made: NewBoard) => void }

export function MakeBoardForm({ groupId, shows, onMade }: MakeBoardFormProps) {
  const { data: memberCount = warnBelowMembers } = useQuery({
    ...groupQuery(groupId),
    select: group => group.memberCount,
  })
  const [days, setDays] = useState<Lifetime>(null)
  const details = useRef<HTMLDetailsElement>(null)
  const form = useForm({
    frameOrigins: text => {
      const refusal = refusalOf(text)
      // A field in closed details cannot take the focus.
      if (refusal && details.current) details.current.open = true
      return refusal
    },
  })
  const making = useMutation({
    mutationFn: ({ frameOrigins }: { frameOrigins: string }) =>
      call(createBoard, {
        params: { groupId },
        body: { ...shows, frameOrigins: originsIn(frameOrigins).origins, days },
      }),
    onSuccess: (made, _, __, { client }) => {
      addBoard(client, groupId, made.board)
      onMade(made)
    },
  })

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(making)}>
      <details className={classes.embed} ref={details}>
        <summary>{boardTexts.embed}</summary>
        <div className={classes.form}>
          <TextArea
            label={boardTexts.frames}
            hint={boardTexts.framesHint}
            rows={2}
            dir="ltr"
            autoCapitalize="off"
            spellCheck={false}
            {...form.field('frameOrigins')}
          />
          <SelectField
            label={boardTexts.ends}
            value={String(days)}
            onChange={({ target }) => setDays(lifetimes.find(days => String(days) === target.value) ?? null)}
          >
            <Options
              values={lifetimes}
              text={days => (days === null ? boardTexts.never : boardTexts[`lifetimes.${days}`])}
            />
          </SelectField>
        </div>
      </details>
      {memberCount < warnBelowMembers && <p className={classes.warning}>{boardTexts.fewMembers}</p>}
      {making.isError && <AlertText error={boardTexts.notMade({ why: problemText(making.error) })} />}
      <Button type="submit" className={classes.submit} pending={making.isPending}>
        {making.isPending ? boardTexts.making : boardTexts.make}
      </Button>
    </form>
  )
}

function refusalOf(text: string): string | null {
  const { origins, wrong } = originsIn(text)
  if (wrong) return boardTexts.notAnOrigin({ line: wrong })
  return origins.length > maxFrameOrigins ? boardTexts.tooManyOrigins({ most: maxFrameOrigins }) : null
}
