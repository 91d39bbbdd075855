import appTexts from 'texts:app'
import operatorTexts from 'texts:operator'
import profileTexts from 'texts:profile'
import { registrations } from '@grouplight/contract/site.ts'
import { parseAllowedDomain, type SiteSettings } from '@grouplight/contract/site-settings.ts'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '#features/account/confirmation/with-confirmation.ts'
import { refusalText } from '#texts/refusal-text.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { RadioChoices } from '#ui/choices.tsx'
import form from '#ui/form.module.css'
import { TextField } from '#ui/text-field.tsx'
import { useForm } from '#ui/use-form.ts'
import classes from './site.module.css'
import { Facts } from './site-facts.tsx'
import { siteSettingsQuery, useSettingsChange } from './site-queries.ts'
import { Fixed, SiteSection } from './site-section.tsx'

export function DoorsSection() {
  const { data, error } = useQuery({ ...siteSettingsQuery, refetchOnMount: 'always' })
  return (
    <SiteSection id="registration" title={operatorTexts.signUp} error={data ? null : error}>
      {data && (
        <>
          <RegistrationChoice registration={data.registration} />
          <DomainsForm
            key={data.allowedEmailDomains.value.join()}
            allowedEmailDomains={data.allowedEmailDomains}
          />
          <details>
            <summary className={classes.fold}>{operatorTexts.limits}</summary>
            <p className={classes.hint}>{operatorTexts.limitsHint}</p>
            <Facts
              isWide
              facts={data.limits.map(({ name, value }) => [name, <bdi key={name}>{value}</bdi>])}
            />
          </details>
        </>
      )}
    </SiteSection>
  )
}

function RegistrationChoice({ registration: { value, isFixed } }: Pick<SiteSettings, 'registration'>) {
  const change = useSettingsChange()
  const failed = errorText(change.error)
  return (
    <fieldset disabled={isFixed} className={classes.plain}>
      <RadioChoices
        legend={operatorTexts.registration}
        name="registration"
        options={registrations.map(value => ({
          value,
          label: operatorTexts[`registration.${value}`],
          hint: operatorTexts[`registrationHint.${value}`],
        }))}
        chosen={(change.isPending && change.variables.registration) || value}
        onChange={registration => change.mutate({ registration })}
      />
      {isFixed && <Fixed />}
      {failed && <AlertText error={appTexts.changeFailed({ why: failed })} />}
    </fieldset>
  )
}

function DomainsForm({ allowedEmailDomains: { value, isFixed } }: Pick<SiteSettings, 'allowedEmailDomains'>) {
  const rules = useForm({ domains: wrongDomainIn })
  const change = useSettingsChange()
  const saving = {
    ...change,
    mutate: ({ domains }: { domains: string }) => change.mutate({ allowedEmailDomains: entries(domains) }),
  }
  const failed = errorText(change.error)
  return (
    <form className={form.form} noValidate onSubmit={rules.onSubmit(saving)}>
      <TextField
        label={operatorTexts.domains}
        hint={isFixed ? operatorTexts.fixed : operatorTexts.domainsHint}
        defaultValue={value.join(', ')}
        placeholder={operatorTexts.anyDomain}
        disabled={isFixed}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        dir="ltr"
        {...rules.field('domains')}
      />
      {failed && <AlertText error={appTexts.changeFailed({ why: failed })} />}
      {!isFixed && (
        <Button type="submit" variant="default" className={form.save} pending={change.isPending}>
          {profileTexts.save}
        </Button>
      )}
    </form>
  )
}

const entries = (text: string) => text.split(/[\s,;]+/).filter(entry => entry !== '')

function wrongDomainIn(text: string): string | null {
  return entries(text).every(entry => parseAllowedDomain(entry) !== null)
    ? null
    : refusalText('invalid-input', { reason: 'domain' })
}
