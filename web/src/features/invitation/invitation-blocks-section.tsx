import invitationTexts from 'texts:invitation'
import invitationDialogTexts from 'texts:invitation-dialogs'
import profileTexts from 'texts:profile'
import { setEmailBlock } from '@grouplight/contract/invitation.ts'
import { blockAllInvitations } from '@grouplight/contract/invitation-block.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { SwitchRow } from '#ui/switch-row.tsx'
import { BlockedInviters } from './blocked-inviters.tsx'
import { emailBlockQuery, receivedInvitationsQuery } from './invitation-queries.ts'
import { invitationBlocksQuery } from './invite-link-queries.ts'

export function InvitationBlocksSection({ className }: { className: string | undefined }) {
  const { data: blocks, error } = useQuery(invitationBlocksQuery)
  if (!blocks && !error) return null
  return (
    <section className={className} aria-label={invitationTexts.envelope}>
      {blocks ? (
        <AllInvitationsSwitch blocked={blocks.all} />
      ) : (
        <AlertText error={profileTexts.notLoaded({ why: problemText(error) })} />
      )}
      <EmailSwitch />
      <BlockedInviters />
    </section>
  )
}

function AllInvitationsSwitch({ blocked }: { blocked: boolean }) {
  const queryClient = useQueryClient()
  const setting = useMutation({
    mutationFn: (all: boolean) => call(blockAllInvitations, { body: { all } }),
    onSuccess: blocks => {
      queryClient.setQueryData(invitationBlocksQuery.queryKey, blocks)
      void queryClient.invalidateQueries(receivedInvitationsQuery)
    },
  })
  return (
    <BlockSwitch
      label={invitationDialogTexts.receiveInvitations}
      hint={invitationDialogTexts.receiveInvitationsHint}
      blocked={blocked}
      setting={setting}
      failure={invitationDialogTexts.invitationsNotChanged}
    />
  )
}

/** Shown if invitation emails are blocked. Stays after the user has allowed the emails, so that the user can block them again. */
function EmailSwitch() {
  const { data: blocked = false } = useQuery(emailBlockQuery)
  const [wasBlocked, setWasBlocked] = useState(false)
  const setting = useMutation({
    mutationFn: async (blocked: boolean) => (await call(setEmailBlock, { body: { blocked } })).blocked,
    onSuccess: (blocked, _, __, { client }) => client.setQueryData(emailBlockQuery.queryKey, blocked),
  })
  if (blocked && !wasBlocked) setWasBlocked(true)
  if (!blocked && !wasBlocked) return null
  return (
    <BlockSwitch
      label={invitationDialogTexts.receiveEmails}
      hint={invitationDialogTexts.receiveEmailsHint}
      blocked={blocked}
      setting={setting}
      failure={invitationDialogTexts.emailsNotSet}
    />
  )
}

/** Who is not blocked receives. */
type BlockSwitchProps = {
  label: string
  hint: string
  blocked: boolean
  setting: {
    isPending: boolean
    variables: boolean | undefined
    error: Error | null
    mutate: (blocked: boolean) => void
  }
  failure: (values: { why: string }) => string
}

function BlockSwitch({ label, hint, blocked, setting, failure }: BlockSwitchProps) {
  return (
    <div>
      <SwitchRow
        label={label}
        hint={hint}
        checked={!(setting.isPending ? setting.variables === true : blocked)}
        onChange={receives => !setting.isPending && setting.mutate(!receives)}
      />
      {setting.error && <AlertText error={failure({ why: problemText(setting.error) })} />}
    </div>
  )
}
