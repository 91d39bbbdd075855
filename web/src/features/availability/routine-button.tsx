import ringingTexts from 'texts:ringing'
import type { Member } from '@grouplight/contract/group.ts'
import { lazyWithPreload } from '#ui/lazy-with-preload.ts'
import { Pill } from '#ui/pill.tsx'
import { useLazyDialog } from '#ui/use-lazy-dialog.tsx'

const RoutineDialog = lazyWithPreload(() => import('./routine-dialog.tsx'), 'RoutineDialog')

type RoutineButtonProps = { groupId: string; askingInterval: number | undefined; member: Member }

/** `member` is the user's own entry in the group. */
export function RoutineButton(props: RoutineButtonProps) {
  const { open, dialog } = useLazyDialog(RoutineDialog, props)
  return (
    <>
      <Pill aria-haspopup="dialog" onClick={open}>
        {ringingTexts.routine}
      </Pill>
      {dialog}
    </>
  )
}
