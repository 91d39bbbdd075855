import groupDialogTexts from 'texts:group-dialogs'
import { endDeputy, makeDeputy } from '@grouplight/contract/group.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { Phrase } from '#texts/phrase.tsx'
import { Button } from '#ui/button.tsx'
import section from '#ui/section.module.css'
import { showToast } from '#ui/toast.ts'
import type { GroupDetails } from './group-details.ts'
import { learnGroup } from './group-store.ts'
import { roleIn } from './roles.ts'

type DeputyButtonProps = { group: GroupDetails; member: { userId: string; name: string } }

/** For the creator. */
export function DeputyButton({ group, member }: DeputyButtonProps) {
  const isDeputy = roleIn(group, member.userId) === 'deputy'
  const change = useDeputyChange(group, member.userId)
  return (
    <>
      <Button variant="default" pending={change.isPending} onClick={() => change.mutate(!isDeputy)}>
        {isDeputy ? groupDialogTexts.endDeputy : groupDialogTexts.makeDeputy}
      </Button>
      <p className={section.hint} role="status">
        <Phrase
          text={isDeputy ? groupDialogTexts.isDeputy : groupDialogTexts.deputyHint}
          name={<bdi>{member.name}</bdi>}
        />
      </p>
    </>
  )
}

type StopBeingDeputyProps = { group: GroupDetails; userId: string; onStopped: () => void }

export function StopBeingDeputy({ group, userId, onStopped }: StopBeingDeputyProps) {
  const change = useDeputyChange(group, userId, () => {
    showToast('success', groupDialogTexts.noLongerDeputy({ group: group.name }))
    onStopped()
  })
  return (
    <Button variant="default" pending={change.isPending} onClick={() => change.mutate(false)}>
      {groupDialogTexts.stopBeingDeputy}
    </Button>
  )
}

function useDeputyChange({ id: groupId }: GroupDetails, userId: string, onChanged?: () => void) {
  return useMutation({
    mutationFn: (isWanted: boolean) =>
      call(isWanted ? makeDeputy : endDeputy, { params: { groupId, userId } }),
    onSuccess: (changed, _isWanted, _, { client }) => {
      learnGroup(client, changed)
      onChanged?.()
    },
    onError: error => showToast('error', problemText(error)),
  })
}
