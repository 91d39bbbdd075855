import boardTexts from 'texts:board'
import { createBoardByCode } from '@grouplight/contract/board.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import type { BoardShows } from './board-content-choice.tsx'
import { addBoard } from './board-queries.ts'
import classes from './boards.module.css'

type ConnectScreenFormProps = { groupId: string; shows: BoardShows; code?: string }

/** A screen at /board shows a code. Whoever types it here makes this screen a board of the group. */
export function ConnectScreenForm({ groupId, shows, code }: ConnectScreenFormProps) {
  const form = useForm({ code: text => (text.trim() ? null : boardTexts.codeMissing) })
  const connecting = useMutation({
    mutationFn: (typed: { code: string }) =>
      call(createBoardByCode, { params: { groupId }, body: { ...typed, ...shows } }),
    onSuccess: (board, _, __, { client }) => addBoard(client, groupId, board),
  })
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(connecting)}>
      <TextField
        label={boardTexts.code}
        hint={boardTexts.codeHint({ address: `${location.host}/board` })}
        defaultValue={code}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        dir="ltr"
        {...form.field('code')}
      />
      {connecting.isError && (
        <AlertText error={boardTexts.notConnected({ why: problemText(connecting.error) })} />
      )}
      {connecting.isSuccess && <AlertText message={boardTexts.connected} />}
      <Button type="submit" className={classes.submit} pending={connecting.isPending}>
        {boardTexts.connect}
      </Button>
    </form>
  )
}
