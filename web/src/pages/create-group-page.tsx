import groupDialogTexts from 'texts:group-dialogs'
import type { Skipped } from '@grouplight/contract/group.ts'
import { useNavigate } from 'react-router'
import { BackToDashboard } from '#features/group/back-to-dashboard.tsx'
import { CreateGroupForm } from '#features/group/create-group-form.tsx'
import { skippedText } from '#features/invitation/skipped-text.ts'
import { Page } from '#ui/page.tsx'
import { showToast } from '#ui/toast.ts'
import classes from './create-group-page.module.css'

export function CreateGroupPage() {
  const navigate = useNavigate()
  function leave(skipped: Skipped[]) {
    for (const each of skipped) showToast('info', skippedText(each))
    void navigate('/dashboard')
  }

  return (
    <Page narrow>
      <BackToDashboard />
      <h1 tabIndex={-1}>{groupDialogTexts.createTitle}</h1>
      <p className={classes.subtitle}>{groupDialogTexts.createSubtitle}</p>
      <div className={`card ${classes.card}`}>
        <CreateGroupForm onCreated={leave} />
      </div>
    </Page>
  )
}
