// Must be the first import, because the module must run before any other module creates a Zod schema.
import '#api/zod-without-eval.ts'
import '#app/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { queryClient } from '#api/query-client.ts'
import { persistCache } from '#app/persisted-cache.ts'
import { prefetchDashboard } from '#app/prefetch-dashboard.ts'
import { reloadIfOutdated } from '#app/reload-once.ts'
import { CurrentPage, preloadPage } from '#app/routes.tsx'
import { clearCacheOnAccountChange } from '#app/session-change.ts'

/** After this time, the page is rendered even if its code or data are still loading. */
const loadingDelayMs = 300

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')

clearCacheOnAccountChange(queryClient)
persistCache(queryClient)
window.addEventListener('vite:preloadError', () => void reloadIfOutdated())

const firstPage = Promise.all([prefetchDashboard(queryClient), preloadPage(queryClient, window.location)])
const delay = new Promise(resolve => setTimeout(resolve, loadingDelayMs))
void Promise.race([firstPage, delay]).then(() => {
  // React renders a transition in small pieces, so that taps do not wait until the whole page is rendered.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <CurrentPage />
          </BrowserRouter>
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
})
