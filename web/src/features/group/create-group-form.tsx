import appTexts from 'texts:app'
import groupTexts from 'texts:group'
import groupDialogTexts from 'texts:group-dialogs'
import { parseEmail } from '@grouplight/contract/account.ts'
import {
  createGroup,
  groupDescription,
  groupName,
  maxNeeded,
  type Skipped,
} from '@grouplight/contract/group.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useState } from 'react'
import { call, problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { SetSignOutAlertContext, sessionQuery, useAccount } from '#features/account/account-queries.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { clearDraft, loadDraft, saveDraft } from '#ui/draft.ts'
import { TextArea } from '#ui/field.tsx'
import { CountField, NameField } from '#ui/text-field.tsx'
import { schemaRule, useForm } from '#ui/use-form.ts'
import classes from './group-form.module.css'
import { addGroup } from './group-store.ts'
import { splitEmails } from './split-emails.ts'

/** `onCreated` receives the skipped addresses. A draft keeps the input if the session ends before the form is sent. */
export function CreateGroupForm({ onCreated }: { onCreated: (skipped: Skipped[]) => void }) {
  const { uid } = useAccount()
  const [draft] = useState(() => loadDraft(uid, 'group'))
  const setSignOutAlert = use(SetSignOutAlertContext)
  const queryClient = useQueryClient()
  const form = useForm({
    name: schemaRule(groupName),
    description: schemaRule(groupDescription),
    needed: impossibleNumber,
    emails: malformedEmail,
  })
  const creation = useMutation({
    mutationFn: ({
      emails,
      needed,
      ...group
    }: Record<'name' | 'description' | 'needed' | 'emails', string>) =>
      call(createGroup, {
        body: { ...group, needed: Number(needed) || null, inviteEmails: splitEmails(emails) },
      }),
    onSuccess: ({ skipped, ...group }, _form, _, { client }) => {
      clearDraft(uid, 'group')
      addGroup(client, group)
      onCreated(skipped)
    },
    // A user whose session has ended is sent to the login page, which shows this alert.
    onError: error => isSignedOut(error) && setSignOutAlert({ error: groupDialogTexts.mustBeLoggedIn }),
  })

  // A user who leaves the page while signed in no longer needs the draft.
  useEffect(
    () => () => {
      if (!queryClient.getQueryData(sessionQuery.queryKey)) return
      clearDraft(uid, 'group')
      setSignOutAlert(undefined)
    },
    [queryClient, setSignOutAlert, uid],
  )

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(creation)}
      onInput={event =>
        saveDraft(
          uid,
          'group',
          Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>,
        )
      }
    >
      <NameField label={groupDialogTexts.name} defaultValue={draft.name} {...form.field('name')} />
      <TextArea
        label={groupDialogTexts.description}
        hint={appTexts.optional}
        defaultValue={draft.description}
        {...form.field('description')}
      />
      <CountField
        label={groupDialogTexts.needed}
        hint={appTexts.optional}
        max={maxNeeded}
        defaultValue={draft.needed}
        {...form.field('needed')}
      />
      <TextArea
        label={groupTexts.inviteMembers}
        hint={groupDialogTexts.inviteHint}
        rows={2}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={draft.emails}
        {...form.field('emails')}
      />
      {creation.isError && <AlertText error={groupDialogTexts.notCreated({ why: reason(creation.error) })} />}
      <Button type="submit" pending={creation.isPending}>
        {creation.isPending ? groupDialogTexts.creating : groupDialogTexts.create}
      </Button>
    </form>
  )
}

function malformedEmail(text: string): string | null {
  const malformed = splitEmails(text).find(email => !parseEmail(email))
  return malformed
    ? groupDialogTexts.notCreated({ why: groupDialogTexts.malformedEmail({ email: malformed }) })
    : null
}

function impossibleNumber(text: string): string | null {
  const number = Number(text)
  const isPossible = text === '' || (Number.isInteger(number) && number >= 1 && number <= maxNeeded)
  return isPossible ? null : groupDialogTexts.notPossible({ most: maxNeeded })
}

function isSignedOut(error: unknown): boolean {
  return problemCode(error) === 'unauthenticated'
}

function reason(error: unknown): string {
  if (isSignedOut(error)) return groupDialogTexts.mustBeLoggedIn
  return problemText(error)
}
