import availabilityTexts from 'texts:availability'
import type { Member } from '@grouplight/contract/group.ts'
import { ChevronDownIcon } from '#ui/icons.tsx'
import { lazyWithPreload } from '#ui/lazy-with-preload.ts'
import { Pill } from '#ui/pill.tsx'
import { useLazyDialog } from '#ui/use-lazy-dialog.tsx'
import { useToday } from '#ui/use-now.ts'
import { untilText } from './until-text.ts'

const EndDialog = lazyWithPreload(() => import('./end-dialog.tsx'), 'EndDialog')

type EndButtonProps = { groupId: string; groupName: string; member: Member }

/** `member` is the user's own entry in the group. */
export function EndButton({ groupId, groupName, member }: EndButtonProps) {
  const today = useToday()
  const { open, dialog } = useLazyDialog(EndDialog, { groupId, member })
  return (
    <>
      <Pill aria-description={groupName} aria-haspopup="dialog" onClick={open}>
        {member.status && member.until
          ? availabilityTexts.untilOnButton({ when: untilText(new Date(member.until), today) })
          : availabilityTexts.untilWhen}
        <ChevronDownIcon size={14} strokeWidth={2.4} />
      </Pill>
      {dialog}
    </>
  )
}
