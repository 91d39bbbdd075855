// First, before any schema is made.
import '#api/zod-without-eval.ts'
import '#app/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { queryClient } from '#api/query-client.ts'
import { keepLastKnown } from '#app/last-known.ts'
import { reloadIfOutdated } from '#app/reload-once.ts'
import { router } from '#app/router.tsx'
import { forgetOnAccountChange } from '#app/session-change.ts'
import { prefetchDashboard } from '#dashboard/prefetch-dashboard.ts'

forgetOnAccountChange(queryClient)
keepLastKnown(queryClient)
// Asked while the page's own code is still on its way.
prefetchDashboard(queryClient)

window.addEventListener('vite:preloadError', () => void reloadIfOutdated())

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
