import availabilityDialogTexts from 'texts:availability-dialogs'
import { setUsualEnd } from '@grouplight/contract/availability.ts'
import type { Member } from '@grouplight/contract/group.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { setOwnUsualEnd } from '#features/group/group-store.ts'
import { Options, SelectField } from '#ui/field.tsx'
import { showToast } from '#ui/toast.ts'
import { durationText } from './end-choices.ts'

const minuteChoices = [30, 60, 120, 240, 480, 720]

export function UsualEnd({ groupId, member }: { groupId: string; member: Member }) {
  const { mutate, isPending, variables } = useMutation({
    scope: { id: `usual end ${groupId}` },
    mutationFn: (minutes: number | null) => call(setUsualEnd, { params: { groupId }, body: { minutes } }),
    onSuccess: ({ minutes }, _, __, { client }) => setOwnUsualEnd(client, groupId, member.userId, minutes),
    onError: error => showToast('error', availabilityDialogTexts.usualEndNotSet({ why: problemText(error) })),
  })
  const shown = isPending ? variables : (member.usualEnd ?? null)
  const choices = shown === null || minuteChoices.includes(shown) ? minuteChoices : [...minuteChoices, shown]
  return (
    <SelectField
      label={availabilityDialogTexts.usualEnd}
      hint={availabilityDialogTexts.usualEndHint}
      value={shown ?? ''}
      onChange={({ target }) => mutate(target.value === '' ? null : Number(target.value))}
    >
      <option value="">{availabilityDialogTexts.never}</option>
      <Options values={choices} text={durationText} />
    </SelectField>
  )
}
