import groupTexts from 'texts:group'
import { useAccount } from '#features/account/account-queries.ts'
import type { GroupDetails } from '#features/group/group-details.ts'
import { roleIn } from '#features/group/roles.ts'
import { Button } from '#ui/button.tsx'
import { lazyWithPreload } from '#ui/lazy-with-preload.ts'
import { useLazyDialog } from '#ui/use-lazy-dialog.tsx'

const AskDialog = lazyWithPreload(() => import('./ask-dialog.tsx'), 'AskDialog')

/** Only for those who may ask. */
export function AskAround({ group }: { group: GroupDetails }) {
  const { uid } = useAccount()
  const { open, dialog } = useLazyDialog(AskDialog, { groupId: group.id })
  const mayAsk = group.askers === 'members' || (group.askers && roleIn(group, uid))
  if (!mayAsk || group.memberCount < 2) return null
  return (
    <>
      <Button variant="default" onClick={open}>
        {groupTexts.askAround}
      </Button>
      {dialog}
    </>
  )
}
