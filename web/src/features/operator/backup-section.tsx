import operatorTexts from 'texts:operator'
import { downloadBackup } from '@grouplight/contract/operator.ts'
import { useQuery } from '@tanstack/react-query'
import { refusal } from '#api/client.ts'
import { fetchFromServer } from '#api/proxy-sign-in.ts'
import { errorText } from '#features/account/confirmation/with-confirmation.ts'
import { Phrase } from '#texts/phrase.tsx'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import section from '#ui/section.module.css'
import { siteStateQuery, useSiteChange } from './site-queries.ts'
import { SiteSection } from './site-section.tsx'

export function BackupSection() {
  const { data: state, error } = useQuery({ ...siteStateQuery, refetchOnMount: 'always' })
  const download = useSiteChange(saveBackup)
  const failed = errorText(download.error)
  return (
    <SiteSection
      id="backup"
      title={operatorTexts.backupTitle}
      hint={operatorTexts.backupHint}
      error={state ? null : error}
    >
      {state && (
        <p>
          <LastBackup at={state.lastBackupAt} />
        </p>
      )}
      <Button className={section.start} pending={download.isPending} onClick={() => download.mutate()}>
        {download.isPending ? operatorTexts.downloading : operatorTexts.download}
      </Button>
      {failed && <AlertText error={operatorTexts.notDownloaded({ why: failed })} />}
      {download.isSuccess && <AlertText message={operatorTexts.downloaded} />}
    </SiteSection>
  )
}

export function LastBackup({ at }: { at: string | null }) {
  return at ? (
    <Phrase text={operatorTexts.lastBackup} when={<RelativeTime at={at} />} />
  ) : (
    operatorTexts.noBackup
  )
}

/** A link could not ask for a confirmation first, and would save a refusal as a file. So a backup that breaks off is not saved either. */
async function saveBackup(): Promise<void> {
  const response = await fetchFromServer(downloadBackup.path, {})
  if (!response.ok) throw await refusal(response)
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'backup'
  link.click()
  URL.revokeObjectURL(address)
}
