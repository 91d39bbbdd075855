import legalTexts from 'texts:legal'
import operatorTexts from 'texts:operator'
import { legalPages, type SiteSettings } from '@grouplight/contract/site-settings.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { AlertText } from '#ui/alert.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ItemButton, ItemName } from '#ui/list-item.tsx'
import section from '#ui/section.module.css'
import { ContactForm, LegalForm, withoutMailto } from './legal-form.tsx'
import { siteSettingsQuery } from './site-queries.ts'
import { Fixed, SiteSection } from './site-section.tsx'

/** The names of the links, in the order in which they stand at the foot of each page. */
const legalNames = [...legalPages, 'contact'] as const
type LegalName = (typeof legalNames)[number]

export function LegalSection() {
  const { data, error } = useQuery({ ...siteSettingsQuery, refetchOnMount: 'always' })
  const [changed, setChanged] = useState<LegalName>()
  return (
    <SiteSection
      id="legal"
      title={operatorTexts.legalTitle}
      hint={operatorTexts.legalHint}
      error={data ? null : error}
    >
      {changed && <AlertText key={changed} message={operatorTexts.saved} />}
      {data && (
        <ul className={section.list} aria-labelledby="legal">
          {legalNames.map(name => (
            <LegalItem key={name} name={name} settings={data} onChanged={() => setChanged(name)} />
          ))}
        </ul>
      )}
    </SiteSection>
  )
}

type LegalItemProps = { name: LegalName; settings: SiteSettings; onChanged: () => void }

function LegalItem({ name, settings, onChanged }: LegalItemProps) {
  const id = useId()
  const [isChanging, setChanging] = useState(false)
  const onSaved = () => {
    setChanging(false)
    onChanged()
  }
  return (
    <li className={section.item}>
      <div className={section.grow}>
        <ItemName id={id}>{legalTexts[name]}</ItemName>
        <small className={section.muted}>{whereIs(name, settings)}</small>
        {settings[name].isFixed && <Fixed />}
      </div>
      {!settings[name].isFixed && (
        <ItemButton nameId={id} onClick={() => setChanging(true)}>
          {operatorTexts.change}
        </ItemButton>
      )}
      <Dialog
        opened={isChanging}
        title={legalTexts[name]}
        onClose={() => setChanging(false)}
        size={name === 'contact' ? 420 : 640}
      >
        {name === 'contact' ? (
          <ContactForm contact={settings.contact.value} onSaved={onSaved} />
        ) : (
          <LegalForm name={name} page={settings[name]} onSaved={onSaved} />
        )}
      </Dialog>
    </li>
  )
}

function whereIs(name: LegalName, settings: SiteSettings) {
  const { url, text } = name === 'contact' ? { url: settings.contact.value, text: null } : settings[name]
  if (url) return <bdi>{withoutMailto(url)}</bdi>
  return text ? operatorTexts.ownText : operatorTexts.none
}

export function countLegal(settings: SiteSettings): number {
  const pages = legalPages.filter(name => settings[name].url ?? settings[name].text)
  return pages.length + (settings.contact.value ? 1 : 0)
}
