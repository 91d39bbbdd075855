import { ErrorScreen } from '#ui/error-screen.tsx'
import { Page } from '#ui/page.tsx'

/** What is shown in the place of a page that failed: no stack, a way on. The browser's console has the error. */
export function RouteError() {
  return (
    <Page narrow>
      <ErrorScreen
        title="Something went wrong"
        message="This page could not be shown. Loading it again usually helps."
        onRetry={() => window.location.reload()}
      >
        <a href="/dashboard">Back to Dashboard</a>
      </ErrorScreen>
    </Page>
  )
}
