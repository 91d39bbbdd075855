import appTexts from 'texts:app'
import texts from 'texts:privacy'
import { type KeptName, type KeptPart, keptData, keptDays } from '@grouplight/contract/kept-data.ts'
import { Link } from 'react-router'
import { fill } from '#texts/fill.ts'
import plainClasses from '#ui/plain-page.module.css'
import { PlainPage } from '#ui/plain-page.tsx'
import { appName } from '#ui/site.ts'
import classes from './privacy-page.module.css'

const { most, ...folded } = keptData

const foldedParts = Object.keys(folded) as Exclude<KeptPart, 'most'>[]

export function PrivacyPage() {
  return (
    <PlainPage title={texts.title} subtitle={texts.promise({ appName })} width={500}>
      <p>{texts.inShort({ days: most.statusNotices })}</p>
      <section className={classes.section} aria-labelledby="most">
        <h2 id="most">{texts.mostTitle}</h2>
        <KeptTable part="most" />
      </section>
      <section className={classes.section} aria-labelledby="rest">
        <h2 id="rest">{texts.restTitle}</h2>
        <p>{texts.rest}</p>
        <div>
          {foldedParts.map(part => (
            <details key={part} className={classes.fold}>
              <summary className={classes.summary} id={part}>
                {texts[`part.${part}`]}
              </summary>
              <KeptTable part={part} />
            </details>
          ))}
        </div>
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

function KeptTable({ part }: { part: KeptPart }) {
  return (
    <table className={classes.table} aria-labelledby={part}>
      <thead>
        <tr>
          <th scope="col" colSpan={2} className="sr-only">
            {texts.what}
          </th>
          <th scope="col">{texts.seenBy}</th>
          <th scope="col">{texts.howLong}</th>
        </tr>
      </thead>
      <tbody>
        {(Object.keys(keptData[part]) as KeptName[]).map(name => (
          <KeptRow key={name} name={name} />
        ))}
      </tbody>
    </table>
  )
}

function KeptRow({ name }: { name: KeptName }) {
  const text = (part: 'title' | 'what' | 'seenBy' | 'howLong') =>
    fill(texts[`kept.${name}.${part}`], { days: keptDays[name] })
  return (
    <tr>
      <th scope="row">{text('title')}</th>
      <td className={classes.what}>{text('what')}</td>
      <td>{text('seenBy')}</td>
      <td>{text('howLong')}</td>
    </tr>
  )
}
