import appTexts from 'texts:app'
import operatorTexts from 'texts:operator'
import { announcement, announceToAll } from '@grouplight/contract/operator.ts'
import type { SiteSettings } from '@grouplight/contract/site-settings.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '#api/client.ts'
import { errorText } from '#features/account/confirmation/with-confirmation.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import form from '#ui/form.module.css'
import { RelativeTime } from '#ui/relative-time.tsx'
import section from '#ui/section.module.css'
import { SwitchRow } from '#ui/switch-row.tsx'
import { schemaRule, useForm } from '#ui/use-form.ts'
import classes from './site.module.css'
import { siteSettingsQuery, updatesQuery, useSettingsChange, useSiteChange } from './site-queries.ts'
import { SiteSection } from './site-section.tsx'

export function AnnounceSection() {
  const rules = useForm({ message: schemaRule(announcement) })
  const field = useRef<HTMLTextAreaElement>(null)
  const announcing = useSiteChange(async (body: { message: string }) => {
    const { notified } = await call(announceToAll, { body })
    if (field.current) field.current.value = ''
    return notified
  })
  const failed = errorText(announcing.error)
  return (
    <SiteSection id="announce" title={operatorTexts.announce} hint={operatorTexts.announceHint}>
      <form className={form.form} noValidate onSubmit={rules.onSubmit(announcing)}>
        <TextArea ref={field} label={operatorTexts.announcement} {...rules.field('message')} />
        {failed && <AlertText error={failed} />}
        {announcing.isSuccess && <AlertText message={operatorTexts.announced({ count: announcing.data })} />}
        <Button type="submit" className={form.save} pending={announcing.isPending}>
          {operatorTexts.sendAnnouncement}
        </Button>
      </form>
    </SiteSection>
  )
}

export function UpdatesSection() {
  const { data: settings, error } = useQuery({ ...siteSettingsQuery, refetchOnMount: 'always' })
  const { data: updates } = useQuery({ ...updatesQuery, refetchOnMount: 'always' })
  return (
    <SiteSection id="updates" title={operatorTexts.updates} error={settings ? null : error}>
      {updates && <Versions {...updates} />}
      {settings && !settings.updateCheck.isFixed && <UpdateCheck updateCheck={settings.updateCheck} />}
    </SiteSection>
  )
}

type VersionsProps = {
  installed: string
  newest: string | null
  checkedAt: string | null
  notesUrl: string | null
}

function Versions({ installed, newest, checkedAt, notesUrl }: VersionsProps) {
  const hasNewer = newest !== null && newest !== installed
  return (
    <div>
      <p>
        {operatorTexts.installed({ version: installed })} {newest === installed && operatorTexts.upToDate}
      </p>
      {hasNewer && <AlertText message={operatorTexts.newest({ version: newest })} />}
      {notesUrl && (
        <p>
          <a href={notesUrl} rel="noreferrer">
            {operatorTexts.notes}
          </a>
        </p>
      )}
      {checkedAt && (
        <p className={section.muted}>
          <Phrase text={operatorTexts.checkedAt} when={<RelativeTime at={checkedAt} />} />
        </p>
      )}
    </div>
  )
}

/** Nothing is fetched before the operator has said yes. The question is asked once; after that there is a switch. */
function UpdateCheck({ updateCheck: { value } }: Pick<SiteSettings, 'updateCheck'>) {
  const change = useSettingsChange()
  const failed = errorText(change.error)
  const choose = (updateCheck: boolean) => change.mutate({ updateCheck })
  return (
    <>
      {value === null ? (
        <div className={form.form}>
          <div>
            <h3 className={classes.rowTitle}>{operatorTexts.askUpdates}</h3>
            <p className={section.hint}>{operatorTexts.updatesHint}</p>
          </div>
          <div className={form.buttons}>
            <Button variant="default" pending={change.isPending} onClick={() => choose(true)}>
              {operatorTexts.yesLook}
            </Button>
            <Button variant="subtle" pending={change.isPending} onClick={() => choose(false)}>
              {operatorTexts.noLook}
            </Button>
          </div>
        </div>
      ) : (
        <SwitchRow
          label={operatorTexts.lookForUpdates}
          hint={operatorTexts.updatesHint}
          checked={(change.isPending && change.variables.updateCheck) || value}
          onChange={choose}
        />
      )}
      {failed && <AlertText error={appTexts.changeFailed({ why: failed })} />}
    </>
  )
}
