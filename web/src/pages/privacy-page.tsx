import appTexts from 'texts:app'
import texts from 'texts:privacy'
import { type KeptName, keptDays } from '@grouplight/contract/kept-data.ts'
import { Link } from 'react-router'
import { fill } from '#texts/fill.ts'
import plainClasses from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { appName } from '#ui/site.ts'
import classes from './privacy-page.module.css'

const absent = [1, 2, 3, 4, 5] as const

const entries = Object.entries(keptDays) as [KeptName, number | null][]

export function PrivacyPage() {
  return (
    <PlainPage title={texts.title} subtitle={texts.promise({ appName })} width={500}>
      <section className={classes.section} aria-labelledby="absent">
        <h2 id="absent">{texts.absentTitle}</h2>
        <ul className={classes.absent}>
          {absent.map(key => (
            <li key={key}>{texts[`absent.${key}`]}</li>
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
        <p>{texts.notAPager({ appName })}</p>
      </section>
      <nav className={plainClasses.links} aria-label={appTexts.wayBack}>
        <Link to="/dashboard">{appTexts.backToDashboard}</Link>
      </nav>
    </PlainPage>
  )
}

function KeptEntry({ name, days }: { name: KeptName; days: number | undefined }) {
  const text = (part: 'title' | 'what' | 'seenBy' | 'howLong') =>
    fill(texts[`kept.${name}.${part}`], { days })
  return (
    <article className={`card ${classes.entry}`} aria-labelledby={name}>
      <h3 id={name}>{text('title')}</h3>
      <p>{text('what')}</p>
      <dl className={classes.facts}>
        <dt>{texts.seenBy}</dt>
        <dd>{text('seenBy')}</dd>
        <dt>{texts.howLong}</dt>
        <dd>{text('howLong')}</dd>
      </dl>
    </article>
  )
}
