import { createStore, useStore } from '#ui/store.ts'
import { isOfferAnswered } from './offered.ts'

/** A browser that can install the app dispatches this event. `prompt` asks the user. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

const installPrompt = createStore<InstallPrompt | null>(null)

/** Returns null if the browser does not offer to install the app. */
export const useInstallPrompt = () => useStore(installPrompt)

window.addEventListener('beforeinstallprompt', event => {
  // After an answer the browser may offer the installation in its own way.
  if (isOfferAnswered()) return
  // Only a prevented offer can be made later.
  event.preventDefault()
  installPrompt.set(event as InstallPrompt)
})
window.addEventListener('appinstalled', () => installPrompt.set(null))
