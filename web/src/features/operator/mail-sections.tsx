import operatorTexts from 'texts:operator'
import { sendTestEmail } from '@grouplight/contract/site-settings.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { errorText } from '#features/account/confirmation/with-confirmation.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ItemList } from '#ui/list-item.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import section from '#ui/section.module.css'
import { Facts } from './site-facts.tsx'
import { emailFailuresQuery, useSiteChange } from './site-queries.ts'
import { SiteSection } from './site-section.tsx'

export function TestEmailSection() {
  const { email } = useAccount()
  const sending = useSiteChange(() => call(sendTestEmail))
  const failed = errorText(sending.error)
  return (
    <SiteSection id="mail" title={operatorTexts.mailTitle}>
      <p className={section.hint}>
        <Phrase text={operatorTexts.mailHint} email={<bdi>{email}</bdi>} />
      </p>
      <Button className={section.start} pending={sending.isPending} onClick={() => sending.mutate()}>
        {sending.isPending ? operatorTexts.sendingTest : operatorTexts.sendTest}
      </Button>
      {failed && <AlertText error={failed} />}
      {sending.data && <Outcome {...sending.data} />}
    </SiteSection>
  )
}

type OutcomeProps = {
  host: string
  tls: string | null
  words: string
  accepted: boolean
  fault: string | null
}

/** What the mail server says is shown as it says it. */
function Outcome({ host, tls, words, accepted, fault }: OutcomeProps) {
  return (
    <>
      <AlertText
        message={accepted ? operatorTexts.testAccepted : undefined}
        error={accepted ? undefined : operatorTexts.testRefused}
      />
      <Facts
        isWide
        facts={[
          [operatorTexts.mailServer, <bdi key="host">{host}</bdi>],
          [operatorTexts.encryption, <bdi key="tls">{tls ?? operatorTexts.unencrypted}</bdi>],
          [operatorTexts.itsWords, words && <AsSaid key="words">{words}</AsSaid>],
          [operatorTexts.whatToDo, fault && <AsSaid key="fault">{fault}</AsSaid>],
        ]}
      />
    </>
  )
}

function AsSaid({ children }: { children: string }) {
  return <bdi lang="en">{children}</bdi>
}

export function EmailFailuresSection() {
  const { data, error } = useQuery({ ...emailFailuresQuery, refetchOnMount: 'always' })
  return (
    <SiteSection id="failures" title={operatorTexts.failures} error={data ? null : error}>
      {data?.length === 0 && <p>{operatorTexts.noFailures}</p>}
      <ItemList items={data?.map((failure, at) => ({ ...failure, at, when: failure.at }))}>
        {({ at, when, kind, reason }) => (
          <li key={at} className={section.item}>
            <div className={section.grow}>
              <p>
                <AsSaid>{reason}</AsSaid>
              </p>
              <small className={section.muted}>
                <bdi lang="en">{kind}</bdi> · <RelativeTime at={when} />
              </small>
            </div>
          </li>
        )}
      </ItemList>
    </SiteSection>
  )
}
