import accountTexts from 'texts:account'
import profileTexts from 'texts:profile'
import { exportAccount } from '@grouplight/contract/account-export.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button, DownloadLink } from '#ui/button.tsx'
import form from '#ui/form.module.css'
import { TrashIcon } from '#ui/icons.tsx'
import row from './action-row.module.css'
import { DeleteAccountDialog, type DeletionProps } from './delete-account-dialog.tsx'
import classes from './your-data.module.css'

export function YourData(deletion: DeletionProps) {
  const [asking, setAsking] = useState(false)
  return (
    <div className={form.form}>
      <div className={`spread ${row.row}`}>
        <p className={row.hint}>{profileTexts.exportHint}</p>
        <DownloadLink variant="default" href={exportAccount.path}>
          {profileTexts.export}
        </DownloadLink>
      </div>
      <div className={`spread ${row.row}`}>
        <p className={row.hint}>{profileTexts.deleteHint}</p>
        <Button variant="subtle" color="red" icon={<TrashIcon size={20} />} onClick={() => setAsking(true)}>
          {profileTexts.delete}
        </Button>
      </div>
      <Link to="/privacy" className={classes.privacy}>
        {accountTexts.privacy}
      </Link>
      <DeleteAccountDialog opened={asking} onClose={() => setAsking(false)} {...deletion} />
    </div>
  )
}
