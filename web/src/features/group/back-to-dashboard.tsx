import appTexts from 'texts:app'
import { BackButton } from '#ui/button.tsx'

export function BackToDashboard() {
  return <BackButton to="/dashboard">{appTexts.backToDashboard}</BackButton>
}
