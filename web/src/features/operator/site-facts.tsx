import operatorTexts from 'texts:operator'
import type { SiteState } from '@grouplight/contract/operator.ts'
import type { ReactNode } from 'react'
import { locale } from '#texts/language.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import classes from './site.module.css'

export function SiteFacts({ state }: { state: SiteState }) {
  const { disk, databaseBytes, nodes, waitingEmails, startedAt, version } = state
  return (
    <Facts
      facts={[
        [
          operatorTexts.freeSpace,
          disk &&
            operatorTexts.freeOf({ free: bytesText(disk.freeBytes), total: bytesText(disk.totalBytes) }),
        ],
        [operatorTexts.database, bytesText(databaseBytes)],
        [operatorTexts.nodes, nodes.toLocaleString(locale)],
        [operatorTexts.waitingEmails, waitingEmails.toLocaleString(locale)],
        [operatorTexts.runningSince, startedAt && <RelativeTime at={startedAt} />],
        [operatorTexts.version, <bdi key="version">{version}</bdi>],
      ]}
    />
  )
}

/** A fact without a value is left out. */
export function Facts({ facts, isWide }: { facts: [name: string, value: ReactNode][]; isWide?: boolean }) {
  return (
    <dl className={classes.facts} data-wide={isWide}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte']

function bytesText(bytes: number): string {
  const at = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3) - 1, 0), units.length - 1)
  const value = bytes / 1000 ** (at + 1)
  const digits = value < 10 ? 1 : 0
  return value.toLocaleString(locale, { style: 'unit', unit: units[at], maximumFractionDigits: digits })
}
