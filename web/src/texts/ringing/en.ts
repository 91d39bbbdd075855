/** The texts about the devices that ring, and about ringing itself. They are loaded with the code of ringing. */
export const en = {
  title: 'Ringing',
  what: (appName: string) =>
    `Your devices can ring when somebody in your groups becomes available, when something else happens there, and when you are invited, even while ${appName} is closed.`,
  noPager: 'This is not a pager: a ring can come late, or not at all.',
  ringHere: 'Ring on this device',
  ringsNow: 'This device rings now.',
  off: 'The operator of this server has switched ringing off.',
  unsupported: 'This browser cannot ring. It has no web push, or this page was not opened with https.',
  homeScreen: 'On an iPhone or iPad, only an app of the Home Screen can ring:',
  addToHomeScreen: 'Tap Share, then “Add to Home Screen”.',
  openFromHomeScreen: (appName: string) => `Open ${appName} from the Home Screen and come back here.`,
  denied: 'Notifications are blocked in this browser.',
  allowOnIos: 'To allow them, open Settings, Notifications, choose this app and allow notifications.',
  allowOnAndroid: 'To allow them, hold the app’s icon, tap “App info”, Notifications, and allow them.',
  allowInSafari:
    'To allow them, open Safari’s settings, Websites, Notifications, and allow them for this site.',
  allowInBrowser:
    'To allow them, tap the icon beside the address at the top and allow notifications for this site.',
  notAdded: (why: string) => `This device does not ring yet: ${why}`,
  notSubscribed: 'The push service of this browser refused, or did not answer. Please try again later.',
  devices: 'Your devices',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  someBrowser: 'A browser',
  thisBrowser: 'This browser',
  waiting: 'Waiting for its first ring',
  added: 'Added {when}',
  lastRung: ' · last rung {when}',
  sendTest: 'Send test',
  testSent: 'A test is on its way.',
  notTested: (why: string) => `No test was sent: ${why}`,
  remove: 'Remove',
  notRemoved: (why: string) => `The device was not removed: ${why}`,
  offer: 'Want this on your phone?',
  install: 'Install the app',
  noThanks: 'No, thanks',
}

export type RingingTexts = typeof en
