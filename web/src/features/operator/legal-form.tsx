import appTexts from 'texts:app'
import legalTexts from 'texts:legal'
import operatorTexts from 'texts:operator'
import profileTexts from 'texts:profile'
import {
  asContact,
  isLegalLink,
  type LegalPage,
  readLegalTemplates,
  type SiteSettings,
} from '@grouplight/contract/site-settings.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { errorText } from '#features/account/confirmation/with-confirmation.ts'
import { refusalText } from '#texts/refusal-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { RadioChoices } from '#ui/choices.tsx'
import { TextArea } from '#ui/field.tsx'
import classes from '#ui/form.module.css'
import { TextField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import { useSettingsChange } from './site-queries.ts'

const kinds = ['none', 'url', 'text'] as const

type LegalFormProps = { name: LegalPage; page: SiteSettings[LegalPage]; onSaved: () => void }

export function LegalForm({ name, page, onSaved }: LegalFormProps) {
  const [kind, setKind] = useState<(typeof kinds)[number]>(page.text ? 'text' : page.url ? 'url' : 'none')
  const [text, setText] = useState(page.text ?? '')
  const rules = useForm({
    url: url => (kind === 'url' && !isLegalLink(url.trim()) ? noLink() : null),
  })
  const change = useSettingsChange()
  const saving = {
    ...change,
    mutate: ({ url }: { url: string }) =>
      change.mutate(
        { [name]: { url: kind === 'url' ? url : null, text: kind === 'text' ? text : null } },
        { onSuccess: onSaved },
      ),
  }
  const failed = errorText(change.error)
  return (
    <form className={classes.form} noValidate onSubmit={rules.onSubmit(saving)}>
      <RadioChoices
        legend={operatorTexts.legalKind}
        name="kind"
        options={kinds.map(value => ({ value, label: operatorTexts[`legalKind.${value}`] }))}
        chosen={kind}
        onChange={setKind}
      />
      {kind === 'url' && (
        <TextField
          type="url"
          label={operatorTexts.address}
          defaultValue={page.url ?? 'https://'}
          dir="ltr"
          {...rules.field('url')}
        />
      )}
      {kind === 'text' && (
        <>
          <TextArea
            label={operatorTexts.text}
            hint={operatorTexts.templateHint}
            rows={10}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          {name !== 'imprint' && text.trim() === '' && <TemplateButton name={name} onRead={setText} />}
        </>
      )}
      {failed && <AlertText error={appTexts.changeFailed({ why: failed })} />}
      <Button type="submit" pending={change.isPending}>
        {profileTexts.save}
      </Button>
    </form>
  )
}

type TemplateButtonProps = { name: Exclude<LegalPage, 'imprint'>; onRead: (text: string) => void }

function TemplateButton({ name, onRead }: TemplateButtonProps) {
  const reading = useMutation({
    mutationFn: () => call(readLegalTemplates),
    onSuccess: templates => onRead(templates[name]),
  })
  const failed = errorText(reading.error)
  return (
    <>
      <Button variant="default" pending={reading.isPending} onClick={() => reading.mutate()}>
        {operatorTexts.template}
      </Button>
      {failed && <AlertText error={failed} />}
    </>
  )
}

type ContactFormProps = { contact: string | null; onSaved: () => void }

/** An empty field removes the contact. */
export function ContactForm({ contact, onSaved }: ContactFormProps) {
  const rules = useForm({
    contact: typed => (typed.trim() === '' || isLegalLink(asContact(typed)) ? null : noLink()),
  })
  const change = useSettingsChange()
  const saving = {
    ...change,
    mutate: ({ contact }: { contact: string }) =>
      change.mutate({ contact: contact.trim() || null }, { onSuccess: onSaved }),
  }
  const failed = errorText(change.error)
  return (
    <form className={classes.form} noValidate onSubmit={rules.onSubmit(saving)}>
      <TextField
        label={legalTexts.contact}
        hint={operatorTexts.contactHint}
        defaultValue={withoutMailto(contact ?? '')}
        dir="ltr"
        autoCapitalize="off"
        spellCheck={false}
        {...rules.field('contact')}
      />
      {failed && <AlertText error={appTexts.changeFailed({ why: failed })} />}
      <Button type="submit" pending={change.isPending}>
        {profileTexts.save}
      </Button>
    </form>
  )
}

/** People write an email address without the beginning that makes it a link. */
export function withoutMailto(link: string): string {
  return link.replace(/^mailto:/, '')
}

const noLink = () => refusalText('invalid-input', { reason: 'link' })
