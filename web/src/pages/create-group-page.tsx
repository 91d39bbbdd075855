import { useNavigate } from 'react-router'
import { BackToDashboard } from '#group/back-to-dashboard.tsx'
import { CreateGroupForm } from '#group/create-group-form.tsx'
import { t } from '#texts/texts.ts'
import { Page } from '#ui/page.tsx'
import classes from './create-group-page.module.css'

export function CreateGroupPage() {
  const navigate = useNavigate()
  return (
    <Page narrow>
      <BackToDashboard />
      <h1 tabIndex={-1}>{t.group.createTitle}</h1>
      <p className={classes.subtitle}>{t.group.createSubtitle}</p>
      <div className={classes.card}>
        <CreateGroupForm onCreated={() => navigate('/dashboard')} />
      </div>
    </Page>
  )
}
