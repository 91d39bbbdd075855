import operatorTexts from 'texts:operator'
import type { SiteState } from '@grouplight/contract/operator.ts'
import { useQuery } from '@tanstack/react-query'
import { type AnyText, fill } from '#texts/fill.ts'
import { Button } from '#ui/button.tsx'
import { CrossIcon, InfoIcon, TickIcon } from '#ui/icons.tsx'
import section from '#ui/section.module.css'
import classes from './site.module.css'
import { SiteFacts } from './site-facts.tsx'
import { siteStateQuery } from './site-queries.ts'
import { SiteSection } from './site-section.tsx'

type Finding = SiteState['findings'][number]

export function StateSection() {
  const {
    data: state,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...siteStateQuery, refetchOnMount: 'always' })
  return (
    <SiteSection id="state" title={operatorTexts.state} error={state ? null : error}>
      {!state && !error && <p className={section.hint}>{operatorTexts.stateLoading}</p>}
      {state && (
        <>
          <Findings findings={state.findings} />
          <SiteFacts state={state} />
          <Button
            variant="default"
            className={section.start}
            pending={isFetching}
            onClick={() => void refetch()}
          >
            {isFetching ? operatorTexts.stateLoading : operatorTexts.checkAgain}
          </Button>
        </>
      )}
    </SiteSection>
  )
}

/** What is fine is folded, so that the eye falls on what is not. */
function Findings({ findings }: { findings: Finding[] }) {
  const wrong = findings.filter(({ state }) => state === 'wrong')
  const toWatch = findings.filter(({ state }) => state === 'warn')
  const summary = wrong.length
    ? operatorTexts.someWrong({ count: wrong.length })
    : toWatch.length
      ? operatorTexts.someToWatch({ count: toWatch.length })
      : operatorTexts.allFine
  return (
    <>
      <p className={classes.summary} data-state={wrong.length ? 'wrong' : toWatch.length ? 'warn' : 'ok'}>
        <StateIcon state={wrong.length ? 'wrong' : toWatch.length ? 'warn' : 'ok'} />
        {summary}
      </p>
      <FindingList findings={[...wrong, ...toWatch]} />
      <details>
        <summary className={classes.fold}>{operatorTexts.allChecks({ count: findings.length })}</summary>
        <FindingList findings={findings} />
      </details>
    </>
  )
}

function FindingList({ findings }: { findings: Finding[] }) {
  if (findings.length === 0) return null
  return (
    <ul className={section.list}>
      {findings.map(({ area, state, text }) => (
        <li key={area + text} className={classes.finding} data-state={state}>
          <StateIcon state={state} />
          <div>
            <p>
              <b>{areaName(area)}</b>{' '}
              <span className={classes.word}>{operatorTexts[`finding.${state}`]}</span>
            </p>
            {/* The sentences are those of the command line, which speaks English. */}
            <p className={section.muted}>
              <bdi lang="en">{text}</bdi>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

const icons = { ok: TickIcon, warn: InfoIcon, wrong: CrossIcon }

function StateIcon({ state }: Pick<Finding, 'state'>) {
  const Icon = icons[state]
  return (
    <span className={classes.lamp} data-state={state}>
      <Icon size={16} strokeWidth={3} />
    </span>
  )
}

function areaName(area: string): string {
  const names: Partial<Record<string, AnyText>> = operatorTexts
  return fill(names[`area.${area.replaceAll(' ', '-')}`], {}) ?? area
}
