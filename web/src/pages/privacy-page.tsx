import { type KeptName, keptDays } from '@grouplight/contract/kept-data.ts'
import { fillIn } from '@grouplight/contract/text.ts'
import { Link } from 'react-router'
import { language } from '#texts/language.ts'
import { ar } from '#texts/privacy/ar.ts'
import { de } from '#texts/privacy/de.ts'
import { en, type PrivacyTexts } from '#texts/privacy/en.ts'
import { t } from '#texts/texts.ts'
import plainClasses from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { appName } from '#ui/site.ts'
import classes from './privacy-page.module.css'

const texts: PrivacyTexts = { en, de, ar }[language]

const entries = Object.entries(keptDays) as [KeptName, number | null][]

export function PrivacyPage() {
  return (
    <PlainPage title={texts.title} subtitle={texts.promise(appName)} width={500}>
      <section className={classes.section} aria-labelledby="absent">
        <h2 id="absent">{texts.absentTitle}</h2>
        <ul className={classes.absent}>
          {texts.absent.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <section className={classes.section} aria-labelledby="kept">
        <h2 id="kept">{texts.keptTitle}</h2>
        {entries.map(([name, days]) => (
          <KeptEntry key={name} name={name} days={days ?? undefined} />
        ))}
      </section>
      <section className={classes.section} aria-labelledby="not-a-pager">
        <h2 id="not-a-pager">{texts.notAPagerTitle}</h2>
        <p>{texts.notAPager(appName)}</p>
      </section>
      <nav className={plainClasses.links} aria-label={t.ui.wayBack}>
        <Link to="/dashboard">{t.ui.backToDashboard}</Link>
      </nav>
    </PlainPage>
  )
}

function KeptEntry({ name, days }: { name: KeptName; days: number | undefined }) {
  const { title, what, seenBy, howLong } = texts.kept[name]
  return (
    <article className={`card ${classes.entry}`} aria-labelledby={name}>
      <h3 id={name}>{title}</h3>
      <p>{what}</p>
      <dl className={classes.facts}>
        <dt>{texts.seenBy}</dt>
        <dd>{seenBy}</dd>
        <dt>{texts.howLong}</dt>
        <dd>{fillIn(howLong, { days })}</dd>
      </dl>
    </article>
  )
}
