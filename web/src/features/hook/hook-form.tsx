import hookTexts from 'texts:hook'
import { hookName, isWebAddress } from '@grouplight/contract/hook.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#features/account/confirmation/with-confirmation.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Options, SelectField } from '#ui/field.tsx'
import classes from '#ui/form.module.css'
import { NameField, TextField } from '#ui/text-field.tsx'
import { schemaRule, useForm } from '#ui/use-form.ts'
import type { Hook, HookApi, HookContent, HookKind } from './hook-api.ts'
import { HookContentChoices } from './hook-content-choices.tsx'

type HookFormProps = { api: HookApi; onAdded: (added: { hook: Hook; secret: string | null }) => void }

/** The texts of the token field for each kind of hook. Null if hooks of the kind have no token. */
const tokenField = {
  ntfy: { label: hookTexts.accessToken, hint: hookTexts.accessTokenHint },
  gotify: { label: hookTexts.appToken, hint: hookTexts.appTokenHint },
  webhook: null,
  chat: null,
  discord: null,
  telegram: null,
}

export function HookForm({ api, onAdded }: HookFormProps) {
  const isOfGroup = api.kinds.includes('chat')
  const [kind, setKind] = useState<HookKind>(api.kinds[0] ?? 'webhook')
  const [tells, setTells] = useState<HookContent[]>(isOfGroup ? [] : ['tellsNotifications'])
  const form = useForm({
    name: schemaRule(hookName),
    url: url => (isWebAddress(url.trim()) ? null : hookTexts.wrongAddress),
    token: token => (isToken(kind, token) ? null : hookTexts.wrongToken),
    tells: () => (isOfGroup || tells.length > 0 ? null : hookTexts.chooseTold),
  })
  const adding = useMutation({
    mutationFn: ({ name, url, token }: { name: string; url: string; token?: string }) =>
      api.add({ name, kind, url: url.trim(), token: token?.trim() || null, tells }),
    onSuccess: (added, _, __, { client }) => {
      client.setQueryData(api.query.queryKey, hooks => [...(hooks ?? []), added.hook])
      onAdded(added)
    },
  })
  const failed = errorText(adding.error)
  const token = tokenField[kind]

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(adding)}>
      <NameField label={hookTexts.name} hint={hookTexts.nameHint} {...form.field('name')} />
      <SelectField
        label={hookTexts.kind}
        value={kind}
        onChange={({ target }) => setKind(api.kinds.find(kind => kind === target.value) ?? kind)}
      >
        <Options values={api.kinds} text={kind => hookTexts[`kinds.${kind}`]} />
      </SelectField>
      <TextField
        label={hookTexts[`address.${kind}`]}
        hint={hookTexts[`addressHint.${kind}`]}
        type="url"
        autoComplete="off"
        dir="ltr"
        required
        {...form.field('url')}
      />
      {token && (
        <TextField
          {...token}
          type="password"
          autoComplete="off"
          dir="ltr"
          required={kind === 'gotify'}
          {...form.field('token')}
        />
      )}
      <HookContentChoices isOfGroup={isOfGroup} tells={tells} onChange={setTells} {...form.field('tells')} />
      {failed && <AlertText error={hookTexts.notAdded({ why: failed })} />}
      <Button type="submit" pending={adding.isPending}>
        {adding.isPending ? hookTexts.adding : hookTexts.add}
      </Button>
    </form>
  )
}

/** Gotify requires a token, ntfy accepts one, and the other kinds have none. */
function isToken(kind: HookKind, token = ''): boolean {
  return (
    tokenField[kind] === null ||
    (token.trim() ? /^[\x21-\x7e]{1,500}$/.test(token.trim()) : kind !== 'gotify')
  )
}
