import availabilityTexts from 'texts:availability'
import callTexts from 'texts:call'
import type { Call } from '@grouplight/contract/call.ts'
import { createElement, Fragment, type ReactNode } from 'react'
import { untilText } from '#features/availability/until-text.ts'
import { useConnection } from '#live/connection-state.ts'
import { timeOfDay } from '#texts/date-format.ts'
import { locale } from '#texts/language.ts'
import { Phrase } from '#texts/phrase.tsx'
import { useToday } from '#ui/use-now.ts'
import classes from './calls.module.css'

type Who = NonNullable<Call['who']>

/** What is asked, how many can, and until when. The asker also sees how many cannot and how many have not answered. */
export function Question({ id, call }: { id: string; call: Call }) {
  const until = availabilityTexts.until({ when: untilText(new Date(call.endsAt), useToday()) })
  const { status, asOf } = useConnection()
  const isOld = status === 'offline' && asOf !== null
  return (
    <p id={id} className={classes.question}>
      <Phrase
        text={callTexts.asks}
        name={<bdi>{call.asker.name}</bdi>}
        question={
          <strong>
            <bdi>{call.text}</bdi>
          </strong>
        }
      />
      <Below>
        {[...countsOf(call), until, isOld && callTexts.asOf({ time: timeOfDay(new Date(asOf)) })]
          .filter(Boolean)
          .join(' · ')}
      </Below>
    </p>
  )
}

/** A second line, which is read after a dot. */
function Below({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="sr-only"> · </span>
      <span className={classes.below}>{children}</span>
    </>
  )
}

function countsOf({ needed, count, asked }: Call) {
  return [
    needed === null ? count > 0 && callTexts.countCan({ count }) : callTexts.countOf({ count, needed }),
    asked && asked.cannot > 0 && callTexts.cannot({ count: asked.cannot }),
    asked && asked.unanswered > 0 && callTexts.unanswered({ count: asked.unanswered }),
  ]
}

type OutcomeProps = { id: string; call: Call; knowsWho: boolean }

export function Outcome({ id, call, knowsWho }: OutcomeProps) {
  return (
    <p id={id} className={classes.question}>
      <strong data-outcome={call.outcome}>
        <OutcomeText call={call} knowsWho={knowsWho} />
      </strong>
      <Below>
        <bdi>{call.text}</bdi>
      </Below>
    </p>
  )
}

function OutcomeText({ call, knowsWho }: Omit<OutcomeProps, 'id'>): ReactNode {
  const { outcome, who, count, needed } = call
  const names = <Names of={who ?? []} />
  if (outcome === 'found')
    return knowsWho && who ? <Phrase text={callTexts.found} names={names} /> : callTexts.foundThanks
  if (count === 0) return callTexts.nobodyCould
  if (needed === null) return <Phrase text={callTexts.whoCan} names={names} />
  return (
    <Phrase
      text={({ names }: { names: string | number }) => callTexts.someCould({ count, needed, names })}
      names={names}
    />
  )
}

export function Names({ of }: { of: Who }) {
  const list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' })
  const parts = list.formatToParts(of.map(({ name }) => name))
  // Two people may have the same name, so the parts have no keys.
  return createElement(
    Fragment,
    null,
    ...parts.map(({ type, value }) => (type === 'element' ? createElement('bdi', null, value) : value)),
  )
}

export function WhoCan({ who }: { who: Who }) {
  if (who.length === 0) return null
  return (
    <ul className={classes.who}>
      {who.map(({ userId, name, words }) => (
        <li key={userId}>
          <bdi>{name}</bdi>
          {words && (
            <span className={classes.facts}>
              {' · '}
              <bdi>{words}</bdi>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
