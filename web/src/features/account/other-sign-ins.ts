import { lazyWithPreload } from '#ui/lazy-with-preload.ts'

export const PasskeySignIn = lazyWithPreload(() => import('./passkey/passkey-sign-in.tsx'), 'PasskeySignIn')
export const ProviderSignIn = lazyWithPreload(
  () => import('./provider/provider-sign-in.tsx'),
  'ProviderSignIn',
)

export const ResendVerification = lazyWithPreload(
  () => import('./resend-verification.tsx'),
  'ResendVerification',
)
