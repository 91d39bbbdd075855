import { createStore, useStore } from '#ui/store.ts'
import { isOfferAnswered } from './offered.ts'

/** A browser dispatches this event if it can install the app. `prompt` opens the browser's installation dialog. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

const installPrompt = createStore<InstallPrompt | null>(null)

/** Returns the event with which the app can offer its installation, or null if there is none. */
export const useInstallPrompt = () => useStore(installPrompt)

window.addEventListener('beforeinstallprompt', event => {
  // A user has answered `RingOffer`, which contains the app's button for the installation and is then no longer shown to this user,
  // or storage is forbidden and it is never shown. So the browser's offer may appear.
  if (isOfferAnswered()) return
  // The browser's own offer is prevented, so that only the app's button opens the dialog.
  event.preventDefault()
  installPrompt.set(event as InstallPrompt)
})
window.addEventListener('appinstalled', () => installPrompt.set(null))
