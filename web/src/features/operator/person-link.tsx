import operatorTexts from 'texts:operator'
import { CopyField } from '#ui/copy-field.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { site } from '#ui/site.ts'
import classes from './site.module.css'

/** A link that lets somebody set a password, or confirm an address. Null if people sign in with the provider only. */
export type PersonLink = { name: string; url: string | null; sets: 'password' | 'verify' }

/** The QR code is for somebody who stands beside the operator with a phone. */
export function PersonLinkCard({ name, url, sets }: PersonLink) {
  if (url === null) return <p>{operatorTexts.noLink({ provider: site.provider?.name ?? '' })}</p>
  return (
    <div className={classes.link}>
      <CopyField label={operatorTexts.link({ name })} hint={operatorTexts[`linkHint.${sets}`]} value={url} />
      <QrCode className={classes.code} address={url} label={operatorTexts.linkCode} />
    </div>
  )
}
