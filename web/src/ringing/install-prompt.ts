import { createStore, useStore } from '#ui/store.ts'
import { isOfferAnswered } from './offered.ts'

/** A browser that can install the app dispatches this event. `prompt` asks the user. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

const installPrompt = createStore<InstallPrompt | null>(null)

/** Returns null if the browser does not offer to install the app. */
export const useInstallPrompt = () => useStore(installPrompt)

window.addEventListener('beforeinstallprompt', event => {
  // After the user has answered the app's offer, the browser may offer the installation in its own way.
  if (isOfferAnswered()) return
  // The app can show the browser's offer later only if it prevents the offer now.
  event.preventDefault()
  installPrompt.set(event as InstallPrompt)
})
window.addEventListener('appinstalled', () => installPrompt.set(null))
