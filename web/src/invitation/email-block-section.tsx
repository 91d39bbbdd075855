import { setEmailBlock } from '@grouplight/contract/invitation.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { invitationTexts } from '#texts/invitation/invitation-texts.ts'
import { AlertText } from '#ui/alert.tsx'
import { Switch } from '#ui/switch.tsx'
import classes from './email-block-section.module.css'
import { emailBlockQuery } from './invitation-queries.ts'

/**
 * Shown to users who have blocked invitation emails. After an unblock the section stays, so that the user can block emails again.
 */
export function EmailBlockSection({ className }: { className: string | undefined }) {
  const { data: blocked = false } = useQuery(emailBlockQuery)
  const [wasBlocked, setWasBlocked] = useState(false)
  const setting = useMutation({
    mutationFn: async (blocked: boolean) => (await call(setEmailBlock, { body: { blocked } })).blocked,
    onSuccess: (blocked, _, __, { client }) => client.setQueryData(emailBlockQuery.queryKey, blocked),
  })
  if (blocked && !wasBlocked) setWasBlocked(true)
  if (!blocked && !wasBlocked) return null

  return (
    <section className={className} aria-label={invitationTexts.emails}>
      <div className={classes.row}>
        <div>
          <p className={classes.label}>{invitationTexts.noEmails}</p>
          <p className={classes.hint}>{invitationTexts.noEmailsHint}</p>
        </div>
        <Switch
          label={invitationTexts.noEmails}
          checked={setting.isPending ? setting.variables : blocked}
          onChange={blocked => !setting.isPending && setting.mutate(blocked)}
        />
      </div>
      {setting.isError && <AlertText error={invitationTexts.emailsNotSet(problemText(setting.error))} />}
    </section>
  )
}
